/* "Continue on another device": the keys of this game's seats, for a browser that opens the link. */
import { lazy } from '../lazy';
import { seatAddress } from '../seat';
import { ownGame } from '../settings';
import { useWords, type Sentences } from '../words';

export const elsewhere = {
  action: ['Continue on another device', 'Συνέχεια σε άλλη συσκευή'],
  text: [
    'Scan the code or open the link there: that device can play this seat too. Both can go on. Show it to nobody else: ' +
      'who opens it plays for you.',
    'Σκάναρε τον κωδικό ή άνοιξε εκεί τον σύνδεσμο: παίζει τότε και εκείνη η συσκευή. Συνεχίζουν και οι δύο. Μην τον ' +
      'δείξεις σε άλλον: όποιος τον ανοίξει παίζει για σένα.',
  ],
  link: ['Link with the key of your seat', 'Σύνδεσμος με το κλειδί της θέσης σου'],
} satisfies Sentences;

const LinkSheet = lazy(() => import('../share/linksheet'));

export function Elsewhere({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useWords();
  const own = ownGame(id);
  if (!own) return null;
  return (
    <LinkSheet
      title={words.s(elsewhere.action)} text={words.s(elsewhere.text)} label={words.s(elsewhere.link)}
      address={seatAddress(id, own.keys)} onClose={onClose}
    />
  );
}
