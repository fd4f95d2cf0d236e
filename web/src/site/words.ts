/* Every sentence of the tournament's pages that the application does not have, in English and Greek. */
import { useMemo } from 'preact/hooks';
import { useWords, type Sentences, type Speech } from '../words';

export const said = {
  standings: ['Standings', 'Κατάταξη'],
  games: ['Games', 'Παρτίδες'],
  pages: ['Pages of the tournament', 'Σελίδες του τουρνουά'],
  csv: ['CSV', 'CSV'],
  csvLong: ['Save the standings as a CSV file', 'Αποθήκευση της κατάταξης σε αρχείο CSV'],
  stillRunning: ['Still running: {1} {1|game|games} so far.', 'Συνεχίζεται: {1} {1|παρτίδα|παρτίδες} ως τώρα.'],
  running: [
    'Still running: {1} of {2} games are finished.', 'Σε εξέλιξη: έχουν τελειώσει {1} από {2} παρτίδες.',
  ],
  noData: [
    'The file data.js is missing or damaged.', 'Λείπει το αρχείο data.js ή έχει λάθος.',
  ],
  noDataHelp: [
    'These pages need all files of their folder.', 'Οι σελίδες χρειάζονται όλα τα αρχεία του φακέλου τους.',
  ],
  otherFormat: [
    'These pages were written by another version of Pessoi. Write them again.',
    'Αυτές οι σελίδες γράφτηκαν από άλλη έκδοση του Pessoi. Γράψε τες ξανά.',
  ],
  players: ['{1} {1|player|players}', '{1} {1|παίκτης|παίκτες}'],
  gamesEach: ['{1} {1|game|games} per pairing', '{1} {1|παρτίδα|παρτίδες} ανά ζευγάρι'],
  gamesAll: ['{1} {1|game|games}', '{1} {1|παρτίδα|παρτίδες}'],
  perMove: ['{1} s per move', '{1} δ. ανά κίνηση'],
  perGame: ['{1} s per game + {2} s per move', '{1} δ. ανά παρτίδα + {2} δ. ανά κίνηση'],
  perGameOnly: ['{1} s per game', '{1} δ. ανά παρτίδα'],
  noLimit: ['no time limit', 'χωρίς όριο χρόνου'],

  /* standings */
  place: ['#', '#'],
  placeLong: ['Place', 'Θέση'],
  player: ['Player', 'Παίκτης'],
  points: ['Points', 'Βαθμοί'],
  rating: ['Rating ±', 'Δύναμη ±'],
  interval: ['95 % interval', 'Διάστημα 95 %'],
  wdl: ['Won, drawn, lost', 'Νίκες, ισοπαλίες, ήττες'],
  wdlShort: ['W D L', 'Ν Ι Η'],
  forfeits: ['Forfeits', 'Μηδενισμοί'],
  forfeitsHelp: [
    'lost by a mistake of the program or on time', 'ήττες από λάθος του προγράμματος ή από χρόνο',
  ],
  ratingAbout: ['{1}, with 95 % confidence from {2} to {3}', '{1}, με 95 % βεβαιότητα από {2} έως {3}'],
  whiskers: [
    'Dot: the estimate. Whiskers: where it lies with 95 % confidence. Where they overlap, the order may be luck.',
    'Κουκκίδα: η εκτίμηση. Γραμμή: πού βρίσκεται με 95 % βεβαιότητα. Όπου επικαλύπτονται, η σειρά μπορεί να είναι τύχη.',
  ],
  each: ['Each against each', 'Όλοι με όλους'],
  eachHelp: ['The number: points from the games of a pair.', 'Ο αριθμός: βαθμοί από τις παρτίδες του ζευγαριού.'],
  won: ['won', 'νίκη'],
  drawn: ['drawn', 'ισοπαλία'],
  lost: ['lost', 'ήττα'],
  nWon: ['{1} won', '{1} {1|νίκη|νίκες}'],
  nDrawn: ['{1} drawn', '{1} {1|ισοπαλία|ισοπαλίες}'],
  nLost: ['{1} lost', '{1} {1|ήττα|ήττες}'],
  cell: ['{1} against {2}: {3} points; {4}, {5}, {6}', '{1} με {2}: {3} βαθμοί· {4}, {5}, {6}'],
  rounds: ['Rounds', 'Γύροι'],
  round: ['Round {1}', 'Γύρος {1}'],
  bye: ['bye: {1}', 'ρεπό: {1}'],
  bracket: ['Bracket', 'Πίνακας νοκάουτ'],
  final: ['Final', 'Τελικός'],
  semifinals: ['Semifinals', 'Ημιτελικοί'],
  quarterfinals: ['Quarterfinals', 'Προημιτελικοί'],
  noBye: ['bye', 'ρεπό'],
  winner: ['winner', 'προκρίνεται'],
  excluded: ['Did not take part', 'Δεν πήραν μέρος'],
  notPlayed: ['It did not take part:', 'Δεν πήρε μέρος:'],
  played: ['How it was played', 'Πώς παίχτηκε'],
  game: ['Game', 'Παιχνίδι'],
  variant: ['Variant', 'Παραλλαγή'],
  usual: ['standard', 'κανονική'],
  type: ['Type', 'Μορφή'],
  robin: ['each against each', 'όλοι με όλους'],
  gauntlet: ['one against all others', 'ένας με όλους τους άλλους'],
  swiss: ['Swiss', 'ελβετικό σύστημα'],
  knockout: ['knockout', 'νοκ άουτ'],
  clock: ['Clock', 'Ρολόι'],
  cap: ['Longest game', 'Μεγαλύτερη παρτίδα'],
  capText: ['{1} moves, then it is adjudicated', '{1} κινήσεις, μετά κρίνεται'],
  pointsHow: ['Points', 'Βαθμοί'],
  seed: ['Seed', 'Σπόρος'],
  version: ['Version', 'Έκδοση'],
  date: ['Date', 'Ημερομηνία'],
  worth: ['Worth a look', 'Αξίζει να δεις'],
  top: ['The two best', 'Οι δύο καλύτεροι'],
  surprise: ['The surprise', 'Η έκπληξη'],
  longest: ['The longest', 'Η μεγαλύτερη'],
  shortest: ['The shortest', 'Η συντομότερη'],

  /* games */
  all: ['all', 'όλοι'],
  anyEnd: ['any', 'οποιοδήποτε'],
  onePlayer: ['Player', 'Παίκτης'],
  opponent: ['Opponent', 'Αντίπαλος'],
  ending: ['How it ended', 'Πώς τελείωσε'],
  found: ['{1} {1|game|games}', '{1} {1|παρτίδα|παρτίδες}'],
  none: ['No game matches.', 'Καμία παρτίδα δεν ταιριάζει.'],
  clear: ['Show all games', 'Όλες οι παρτίδες'],
  more: ['Show {1} more', 'Άλλες {1}'],
  result: ['Result', 'Αποτέλεσμα'],
  end: ['End', 'Τέλος'],
  moves: ['Moves', 'Κινήσεις'],
  number: ['Game {1}', 'Παρτίδα {1}'],
  endRules: ['on the board', 'στο ταμπλό'],
  endRepetition: ['repetition', 'επανάληψη'],
  endPlies: ['move limit', 'όριο κινήσεων'],
  endResign: ['resignation', 'παραίτηση'],
  endTime: ['time', 'χρόνος'],
  endForfeit: ['forfeit', 'μηδενισμός'],
  endAgreed: ['agreed', 'συμφωνία'],

  /* one player */
  noPlayer: ['There is no player of this name.', 'Δεν υπάρχει παίκτης με αυτό το όνομα.'],
  placeOf: ['Place {1} of {2}', 'Θέση {1} από {2}'],
  ratingVague: ['The rating needs more games', 'Η δύναμη χρειάζεται περισσότερες παρτίδες'],
  ratingOf: ['rating {1} ± {2}', 'δύναμη {1} ± {2}'],
  pointsOf: ['{1} {1|point|points}', '{1} {1|βαθμός|βαθμοί}'],
  longestThink: ['Longest move', 'Μεγαλύτερη σκέψη'],
  longestIn: ['{1} s, in game {2}', '{1} δ., στην παρτίδα {2}'],
  meanThink: ['Mean per move', 'Μέσος όρος ανά κίνηση'],
  seconds: ['{1} s', '{1} δ.'],
  program: ['Program', 'Πρόγραμμα'],
  opponents: ['Against each opponent', 'Με κάθε αντίπαλο'],
  itsGames: ['All its games', 'Όλες οι παρτίδες του'],
  lastGames: ['Some of its games', 'Μερικές παρτίδες του'],
  whyLost: ['Why it lost {1} {1|game|games}', 'Γιατί έχασε {1} {1|παρτίδα|παρτίδες}'],
  neverLost: ['It lost no game.', 'Δεν έχασε καμία παρτίδα.'],
  notOnBoard: ['{1} of them not on the board', '{1} από αυτές όχι στο ταμπλό'],
  whyForfeit: ['Forfeit', 'Μηδενισμός'],
  adviceForfeit: [
    'The referee could not use an answer of the program. Look at the position, then at what the program wrote.',
    'Ο διαιτητής δεν μπόρεσε να δεχτεί μια απάντηση του προγράμματος. Δες τη θέση και ύστερα τι έγραψε το πρόγραμμα.',
  ],
  checkIt: ['Examine it before the next tournament:', 'Εξέτασέ το πριν από το επόμενο τουρνουά:'],
  whyTime: ['Time', 'Χρόνος'],
  adviceTime: [
    'Allowed: {1}. Leave a margin: starting up and a busy computer count too.',
    'Επιτρέπονται: {1}. Άφησε περιθώριο: μετράει και η εκκίνηση, και ένας απασχολημένος υπολογιστής.',
  ],
  whyRules: ['On the board', 'Στο ταμπλό'],
  adviceRules: [
    'The opponent won by the rules. The program worked as it should.',
    'Ο αντίπαλος νίκησε με τους κανόνες. Το πρόγραμμα δούλεψε σωστά.',
  ],
  whyPlies: ['Move limit', 'Όριο κινήσεων'],
  advicePlies: [
    'The game was too long and was decided by its position.', 'Η παρτίδα ξεπέρασε το όριο και κρίθηκε από τη θέση της.',
  ],
  whyRepetition: ['Repetition', 'Επανάληψη'],
  adviceRepetition: ['The same position came again.', 'Η ίδια θέση εμφανίστηκε ξανά.'],
  whyResign: ['Resignation', 'Παραίτηση'],
  adviceResign: ['It gave the game up.', 'Παραιτήθηκε από την παρτίδα.'],
  whyAgreed: ['By agreement', 'Με συμφωνία'],
  adviceAgreed: ['The players agreed on the result.', 'Οι παίκτες συμφώνησαν για το αποτέλεσμα.'],
  seeMove: ['Game {1}, against {2}, after {3} {3|move|moves}', 'Παρτίδα {1}, με {2}, μετά από {3} {3|κίνηση|κινήσεις}'],
  andMore: ['{1} more of this kind', 'Άλλες {1} τέτοιες'],
  stderr: ['What the program wrote (stderr)', 'Τι έγραψε το πρόγραμμα (stderr)'],
  stderrOf: ['What {1} wrote (stderr)', 'Τι έγραψε: {1} (stderr)'],
  stderrCut: ['Only the end of it:', 'Μόνο το τέλος:'],
  stderrNone: ['Nothing.', 'Τίποτα.'],
  fileMissing: [
    'The file of this game is missing: games/{1}.js', 'Λείπει το αρχείο αυτής της παρτίδας: games/{1}.js',
  ],
  noBoard: ['This game has no picture; its record has the moves.', 'Αυτό το παιχνίδι δεν έχει εικόνα· οι κινήσεις είναι στο αρχείο της παρτίδας.'],

  /* replay */
  noGame: ['There is no game {1}.', 'Δεν υπάρχει παρτίδα {1}.'],
  play: ['Play', 'Αναπαραγωγή'],
  pause: ['Pause', 'Παύση'],
  moveOf: ['Move {1} of {2}', 'Κίνηση {1} από {2}'],
  start: ['Start', 'Αρχή'],
  record: ['Record', 'Αρχείο'],
  recordLong: ['Save the record of this game', 'Αποθήκευση του αρχείου της παρτίδας'],
  copy: ['Link', 'Σύνδεσμος'],
  copyLong: ['Copy the link to this move', 'Αντιγραφή συνδέσμου σε αυτή την κίνηση'],
  previous: ['Previous game', 'Προηγούμενη παρτίδα'],
  next: ['Next game', 'Επόμενη παρτίδα'],
  wins: ['{1} wins', 'Νίκησε: {1}'],
  draw: ['Draw', 'Ισοπαλία'],
  loses: ['{1}: {2}.', '{1}: {2}.'],
  thinkMax: ['longest move {1} s', 'μεγαλύτερη σκέψη {1} δ.'],
  boardAlt: ['Board after {1} of {2} moves', 'Ταμπλό μετά από {1} από {2} κινήσεις'],
  keys: ['Keys', 'Πλήκτρα'],
  madeBy: ['Made with Pessoi {1}', 'Με το Pessoi {1}'],
} as const satisfies Sentences;

export type SaidKey = keyof typeof said;

export interface SiteSpeech extends Speech {
  /** A sentence of the list above. */
  say: (key: SaidKey, ...args: (string | number)[]) => string;
}

export function useSpeech(): SiteSpeech {
  const words = useWords();
  return useMemo(() => ({ ...words, say: (key, ...args) => words.s(said[key], ...args) }), [words]);
}

/** Points with halves as people write them: 21½. */
export function pointsText(points: number, words: Speech): string {
  const whole = Math.floor(points);
  if (points === whole) return words.n(points);
  return points - whole === 0.5 ? `${whole > 0 ? words.n(whole) : ''}½` : words.n(points);
}

/** Milliseconds as seconds with two digits where they matter: 1.34, 12. */
export const secondsText = (ms: number, words: Speech): string =>
  ms < 5 ? `<${words.n(0.01)}` : words.n(ms < 10_000 ? Math.round(ms / 10) / 100 : Math.round(ms / 1000));
