/* Hints between two people: off until both agree. The sentences of the play page about it. */
import type { Sentences } from './words';

export const consent = {
  suggest: ['Allow hints for both', 'Να επιτρέπονται υποδείξεις και στους δύο'],
  offered: [
    '{1} suggests hints, threats and evaluation for both of you.',
    '{1}: προτείνει υποδείξεις, απειλές και αξιολόγηση και για τους δύο.',
  ],
  chip: ['Hints are on', 'Επιτρέπονται υποδείξεις'],
  chipMore: ['for both players and everybody who watches', 'και για τους δύο παίκτες και για όσους παρακολουθούν'],
  off: ['Switch off', 'Να πάψουν'],
  nowOn: ['Hints are on now, for both players.', 'Τώρα επιτρέπονται υποδείξεις, και στους δύο παίκτες.'],
  nowOff: ['Hints are off now, for both players.', 'Οι υποδείξεις δεν επιτρέπονται πια, σε κανέναν από τους δύο.'],
} satisfies Sentences;
