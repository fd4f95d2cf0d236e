const paths = {
  undo: 'M8.5 5L4 9.5 8.5 14M4.5 9.5H14a5 5 0 0 1 0 10h-3',
  redo: 'M15.5 5L20 9.5 15.5 14M19.5 9.5H10a5 5 0 0 0 0 10h3',
  hint: 'M9 18h6M10 21h4M12 3a6.5 6.5 0 0 0-4 11.600c.7.6 1 1.400 1 2.400h6c0-1 .3-1.800 1-2.400A6.5 6.5 0 0 0 12 3Z',
  flip: 'M7 4v16m0 0-3.5-3.5M7 20l3.5-3.5M17 20V4m0 0-3.5 3.5M17 4l3.5 3.5',
  rotate: 'M20 12a8 8 0 1 1-2.600-5.900M20 3v4.5h-4.5',
  flag: 'M5 21V4m0 0c5-3 8 3 14 0v10c-6 3-9-3-14 0',
  plus: 'M12 5v14M5 12h14',
  chev: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  prev: 'M15 6l-6 6 6 6',
  first: 'M7 6v12M18 6l-7 6 7 6',
  last: 'M17 6v12M6 6l7 6-7 6',
  x: 'M6 6l12 12M18 6L6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M19.100 4.900l-1.800 1.800M6.700 17.300l-1.800 1.800',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  warn: 'M12 4l9 16H3L12 4ZM12 10v5M12 17.5v.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  dots: 'M5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4ZM12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4ZM19 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4Z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.200 1.200M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200',
  save: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
  scale: 'M12 4v16M7 20h10M5 8h14M5 8l-2.5 6h5L5 8ZM19 8l-2.5 6h5L19 8Z',
  stop: 'M7 7h10v10H7z',
  pause: 'M9 5v14M15 5v14',
  go: 'M8 5l11 7-11 7z',
  again: 'M4 12a8 8 0 0 1 13.700-5.600L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.700 5.600L4 15.5M4 20v-4.5h4.5',
  hand: 'M4 13l4-4 4 3 4-3 4 4M8 17l4 3 4-3',
  sound: 'M5 10v4h3l4 4V6l-4 4H5ZM16 9a4 4 0 0 1 0 6',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, class: extra }: { name: IconName; class?: string }) => (
  <svg class={extra ? `ic ${extra}` : 'ic'} viewBox="0 0 24 24" aria-hidden="true"><path d={paths[name]} /></svg>
);
