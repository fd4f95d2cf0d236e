/* A component that is drawn again only if a prop has changed: boards have hundreds of parts that never
 * change. */
import { Component, type ComponentType, createElement, type VNode } from 'preact';

export function memo<P extends object>(draw: (props: P) => VNode | null): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const now = this.props as Record<string, unknown>;
      const then = next as Record<string, unknown>;
      return Object.keys(then).some((key) => now[key] !== then[key]);
    }
    override render() {
      return createElement(draw, this.props as P) as VNode;
    }
  };
}
