/* The small board of a look, for cards, lists and the sheet. */
import { memo } from '../memo';
import { lookOf } from './index';

export const Mini = memo(({ look }: { look: string }) => {
  const Draw = lookOf(look).Mini;
  return <svg viewBox="0 0 200 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><Draw /></svg>;
});
