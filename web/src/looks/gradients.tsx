/* Gradients as the looks write them: stops as [offset, colour, opacity], tokens by their names. */

export type Colour = [at: number, colour: string, opacity?: number];

const stops = (colours: Colour[]) =>
  colours.map(([at, colour, opacity], i) => (
    <stop key={i} offset={at} stop-color={colour.startsWith('--') ? `var(${colour})` : colour} stop-opacity={opacity} />
  ));

export const Radial = (props: { id: string; cx?: number; cy?: number; r?: number; of: Colour[] }) => {
  const { id, cx = 0.5, cy = 0.5, r = 0.5, of } = props;
  return <radialGradient id={id} cx={cx} cy={cy} r={r}>{stops(of)}</radialGradient>;
};

export const Linear = ({ id, x, y, of }: { id: string; x: number; y: number; of: Colour[] }) => (
  <linearGradient id={id} x1="0" y1="0" x2={x} y2={y}>{stops(of)}</linearGradient>
);
