/* The panels of the study page, each a tab in its rail, loaded when it is first opened. A panel is a component that gets
 * the study as its only property: see study.ts. */
import type { ComponentType } from 'preact';
import { lazy } from '../lazy';
import type { Sentence } from '../words';
import type { Study, Tab } from './study';

export interface PanelProps {
  study: Study;
}

export interface Panel {
  tab: Tab;
  title: Sentence;
  Show: ComponentType<PanelProps>;
}

/** One line per panel, with `lazy` of ../lazy. */
export const panels: readonly Panel[] = [
  { tab: 'review', title: ['Review', 'Ανασκόπηση'], Show: lazy(() => import('./review')) },
  { tab: 'analysis', title: ['Analysis', 'Ανάλυση'], Show: lazy(() => import('./analysis')) },
  { tab: 'players', title: ['Players', 'Παίκτες'], Show: lazy(() => import('./players')) },
];
