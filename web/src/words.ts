/* Every sentence of the browser client, in English and Greek: a missing one does not compile. {1} is
 * the first argument, {1|one|other} a word in the singular or plural of it. Sentences of a game come
 * from the server in both languages. */
import type { About, Refusal, Word } from './api';
import { languageOf, settings, type Language } from './settings';
import { useStore } from './store';

/** A sentence in English and Greek. */
export type Sentence = readonly [en: string, el: string];
export type Sentences = Readonly<Record<string, Sentence>>;

export const words = {
  /* frame */
  games: ['Games', 'Παιχνίδια'],
  help: ['Help', 'Βοήθεια'],
  language: ['Language', 'Γλώσσα'],
  theme: ['Light or dark theme', 'Φωτεινό ή σκοτεινό θέμα'],
  mainMenu: ['Main', 'Κύριο μενού'],
  skipToBoard: ['Skip to the board', 'Στο ταμπλό'],
  skipToGames: ['Skip to the games', 'Στα παιχνίδια'],
  close: ['Close', 'Κλείσιμο'],
  cancel: ['Cancel', 'Άκυρο'],
  loading: ['Loading…', 'Φορτώνει…'],
  home: ['Home', 'Αρχική'],

  /* home */
  heroTitle: [
    'Board games, against a computer at your level or a person beside you.',
    'Επιτραπέζια παιχνίδια, με τον υπολογιστή στο επίπεδό σου ή με κάποιον δίπλα σου.',
  ],
  heroText: [
    'Nothing to install, no account. Stop when you like; your game waits here.',
    'Χωρίς εγκατάσταση, χωρίς λογαριασμό. Σταμάτα όποτε θες· η παρτίδα σου περιμένει εδώ.',
  ],
  continueGame: ['Continue your game', 'Συνέχισε την παρτίδα σου'],
  lastGame: ['Your last game', 'Η τελευταία σου παρτίδα'],
  continue_: ['Continue', 'Συνέχεια'],
  lookAgain: ['Look again', 'Δες την ξανά'],
  classLink: ['Class', 'Τάξη'],
  tournamentLink: ['Tournament', 'Τουρνουά'],
  yourGames: ['Your games', 'Οι παρτίδες σου'],
  forget: ['Remove {1} from the list', 'Αφαίρεσε από τη λίστα: {1}'],
  removed: ['{1}: removed from the list.', '{1}: αφαιρέθηκε από τη λίστα.'],
  restore: ['Undo', 'Αναίρεση'],
  allGames: ['All games ({1})', 'Όλες οι παρτίδες ({1})'],
  noOwnGames: ['Games that you play or watch appear here.', 'Εδώ εμφανίζονται οι παρτίδες που παίζεις ή βλέπεις.'],
  keptHere: [
    'The last 40 games are kept in this browser.', 'Οι τελευταίες 40 παρτίδες φυλάσσονται σε αυτό το πρόγραμμα περιήγησης.',
  ],
  twoHere: ['Two players, one screen', 'Δύο παίκτες, μία οθόνη'],
  youWon: ['You won', 'Νίκησες'],
  youLost: ['You lost', 'Έχασες'],
  sideWon: ['{1} won', 'Νίκη: {1}'],
  isOver: ['Over', 'Τελείωσε'],
  rivalsTurn: ['Their turn', 'Σειρά του άλλου'],
  sidesTurn: ['{1} to move', 'Παίζει: {1}'],
  watchedGame: ['Watched', 'Την παρακολουθείς'],
  movesMade: ['{1} {1|move|moves}', '{1} {1|κίνηση|κινήσεις}'],
  play: ['Play', 'Παίξε'],
  playGame: ['Play {1}', 'Παίξε {1}'],
  orAgainst: ['or', 'ή'],
  playAgainst: ['{1} against: {2}', '{1} με αντίπαλο: {2}'],
  options: ['Options', 'Επιλογές'],
  optionsOf: ['{1}: choose opponent, side and options', '{1}: αντίπαλος, πλευρά και επιλογές'],
  newWithOptions: ['New game with options', 'Νέα παρτίδα με επιλογές'],
  watchTwo: ['Watch two computers play', 'Δες δύο υπολογιστές να παίζουν'],

  /* new game */
  newGame: ['New game', 'Νέα παρτίδα'],
  game: ['Game', 'Παιχνίδι'],
  opponent: ['Opponent', 'Αντίπαλος'],
  players: ['Players', 'Παίκτες'],
  computer: ['Computer', 'Υπολογιστής'],
  levelYouChoose: ['at the level you choose', 'στο επίπεδο που διαλέγεις'],
  asStrong: ['About as strong as I am', 'Περίπου της δύναμής μου'],
  byResults: ['by your results', 'με βάση τα αποτελέσματά σου'],
  about_: ['about {1}', 'περίπου {1}'],
  yourStrength: [
    'Your results say that you are at about {1} ({2} {2|game|games}).',
    'Τα αποτελέσματά σου δείχνουν δύναμη περίπου {1} ({2} {2|παρτίδα|παρτίδες}).',
  ],
  noStrength: [
    'You have not finished a game against a level yet: this is where most people start.',
    'Δεν έχεις τελειώσει ακόμη παρτίδα με κάποιο επίπεδο: από εδώ ξεκινούν οι περισσότεροι.',
  ],
  equalFixed: [
    'The level never changes during a game. The estimate stays in this browser.',
    'Το επίπεδο δεν αλλάζει ποτέ στη διάρκεια μιας παρτίδας. Η εκτίμηση μένει σε αυτόν τον περιηγητή.',
  ],
  person: ['A person', 'Ένας άνθρωπος'],
  onThisScreen: ['on this screen', 'σε αυτή την οθόνη'],
  byLink: ['elsewhere, with a link', 'αλλού, με σύνδεσμο'],
  strongest: ['Strongest', 'Ο ισχυρότερος'],
  noMercy: ['full strength', 'με όλη του τη δύναμη'],
  reportPlayer: ['Report player', 'Παίκτης αναφοράς'],
  asReported: ['as described there', 'όπως γράφει εκεί'],
  watch: ['Watch', 'Παρακολούθηση'],
  twoComputers: ['two computers', 'δύο υπολογιστές'],
  level: ['Level', 'Επίπεδο'],
  levelN: ['Level {1}', 'Επίπεδο {1}'],
  whichPlayer: ['Which player', 'Ποιος παίκτης'],
  yourSide: ['Your side', 'Η πλευρά σου'],
  first: ['first', 'πρώτος'],
  second: ['second', 'δεύτερος'],
  either: ['Random', 'Τυχαία'],
  byLot: ['by lot', 'με κλήρο'],
  yourName: ['Your name', 'Το όνομά σου'],
  optional: ['optional', 'προαιρετικά'],
  clock: ['Clock', 'Ρολόι'],
  noClock: ['no clock', 'χωρίς ρολόι'],
  minutesEach: ['{1} min', '{1} λεπτά'],
  minutesPlus: ['{1} min + {2} s', '{1} λεπτά + {2} δ.'],
  startGame: ['Start game', 'Έναρξη'],
  startsFirst: ['You move first.', 'Η πρώτη κίνηση είναι δική σου.'],
  startsSecond: ['You move second.', 'Η πρώτη κίνηση είναι του αντιπάλου.'],
  startsLot: ['Sides are drawn by lot.', 'Οι πλευρές κληρώνονται.'],
  startsBoth: ['Both play on this screen.', 'Παίζετε και οι δύο σε αυτή την οθόνη.'],
  startsLink: ['You get a link to send.', 'Θα πάρεις έναν σύνδεσμο να στείλεις.'],
  startsWatch: ['You watch, and control speed and pause.', 'Παρακολουθείς· εσύ ορίζεις ταχύτητα και παύση.'],
  standard: ['classic', 'κλασικό'],
  less: ['Less', 'Λιγότερο'],
  more: ['More', 'Περισσότερο'],
  between: ['{1} to {2}', '{1} έως {2}'],

  /* playing */
  board: ['Board', 'Ταμπλό'],
  boardOf: ['Board of {1}. Arrow keys move, Enter plays.', 'Ταμπλό: {1}. Τα βέλη μετακινούν, το Enter παίζει.'],
  gamePanel: ['Game', 'Παρτίδα'],
  you: ['You', 'Εσύ'],
  aPerson: ['A person', 'Ένας άνθρωπος'],
  waitingForPerson: ['Waiting for a player', 'Περιμένουμε παίκτη'],
  yourTurn: ['Your turn', 'Η σειρά σου'],
  theirTurn: ['To move', 'Παίζει'],
  thinking: ['Thinking…', 'Σκέφτεται…'],
  away: ['away', 'λείπει'],
  won: ['Won', 'Νίκησε'],
  lost: ['Lost', 'Έχασε'],
  draw: ['Draw', 'Ισοπαλία'],
  endWin: ['You win: {1}.', 'Νίκησες: {1}.'],
  endLoss: ['You lost: {1}.', 'Έχασες: {1}.'],
  endComputer: ['The computer wins: {1}.', 'Νίκησε ο υπολογιστής: {1}.'],
  endColour: ['{2} wins: {1}.', 'Νίκησε ο {2}: {1}.'],
  endName: ['{2} wins: {1}.', 'Νίκη του παίκτη {2}: {1}.'],
  endDraw: ['Draw: {1}.', 'Ισοπαλία: {1}.'],
  pointsLabel: ['{1} {1|point|points}', '{1} {1|πόντος|πόντοι}'],
  clockLabel: ['Clock of {1}', 'Ρολόι: {1}'],
  setup: ['Setup', 'Ρυθμίσεις'],
  moves: ['Moves', 'Κινήσεις'],
  played: ['{1} played', '{1|έγινε|έγιναν} {1}'],
  noMoves: ['No moves yet.', 'Καμία κίνηση ακόμη.'],
  firstMove: ['To the beginning', 'Στην αρχή'],
  back: ['Back', 'Πίσω'],
  forward: ['Forward', 'Μπροστά'],
  lastMoveStep: ['To the last move', 'Στην τελευταία κίνηση'],
  actions: ['Actions', 'Ενέργειες'],
  undo: ['Undo', 'Αναίρεση'],
  redo: ['Redo', 'Επανάληψη'],
  hint: ['Hint', 'Υπόδειξη'],
  threats: ['Threats', 'Απειλές'],
  flip: ['Flip', 'Γύρισμα'],
  rotate: ['Rotate', 'Στροφή'],
  resign: ['Resign', 'Παραίτηση'],
  new_: ['New', 'Νέα'],
  rematch: ['Rematch', 'Ρεβάνς'],
  moreActions: ['More', 'Άλλα'],
  offerDraw: ['Offer a draw', 'Πρότεινε ισοπαλία'],
  evaluation: ['Evaluation', 'Αξιολόγηση'],
  stop: ['Stop thinking', 'Σταμάτα τη σκέψη'],
  stopShort: ['Move now', 'Παίξε τώρα'],
  share: ['Copy the link', 'Αντιγραφή συνδέσμου'],
  record: ['Save the record', 'Αποθήκευση παρτίδας'],
  copied: ['Link copied.', 'Ο σύνδεσμος αντιγράφηκε.'],
  copyThis: ['Copy this address: {1}', 'Αντίγραψε αυτή τη διεύθυνση: {1}'],
  idea: ['Idea', 'Ιδέα'],
  area: ['Area', 'Περιοχή'],
  move: ['Move', 'Κίνηση'],
  line: ['Line', 'Συνέχεια'],
  howMuch: ['How much to show', 'Πόσα να φανούν'],
  playNow: ['Play {1}', 'Παίξε {1}'],
  placeAt: ['Place {1}', 'Βάλε {1}'],
  typing: ['Move: {1}', 'Κίνηση: {1}'],
  typingHelp: ['Enter plays it, Esc clears it.', 'Το Enter την παίζει, το Esc τη σβήνει.'],
  resignAsk: ['Resign this game?', 'Να παραιτηθείς;'],
  drawOffered: ['{1} offers a draw.', '{1}: προτείνει ισοπαλία.'],
  undoOffered: ['{1} asks to take back a move.', '{1}: ζητά να πάρει πίσω μια κίνηση.'],
  rematchOffered: ['{1} asks for a rematch.', '{1}: ζητά ρεβάνς.'],
  youOffered: ['Your offer was sent. Waiting for an answer.', 'Η πρότασή σου στάλθηκε. Περιμένουμε απάντηση.'],
  accept: ['Accept', 'Δέχομαι'],
  decline: ['Decline', 'Όχι'],
  lookingBack: ['You are looking at move {1} of {2}.', 'Βλέπεις την κίνηση {1} από {2}.'],
  lookingStart: ['You are looking at the beginning.', 'Βλέπεις την αρχή.'],
  backToNow: ['Back to the game', 'Πίσω στην παρτίδα'],
  aboutBoth: ['{1}: value {2}, move number {3}.', '{1}: τιμή {2}, κίνηση με αριθμό {3}.'],
  aboutValue: ['{1}: value {2}.', '{1}: τιμή {2}.'],
  aboutNumber: ['{1}: move number {2}.', '{1}: κίνηση με αριθμό {2}.'],
  shortBoth: ['value {1} · no. {2}', 'τιμή {1} · αρ. {2}'],
  shortValue: ['value {1}', 'τιμή {1}'],
  shortNumber: ['no. {1}', 'αρ. {1}'],
  tooManyGames: [
    'Too many games were started from this network. Try again in {1} {1|minute|minutes}.',
    'Ξεκίνησαν πάρα πολλές παρτίδες από αυτό το δίκτυο. Δοκίμασε ξανά σε {1} {1|λεπτό|λεπτά}.',
  ],
  tooManyNow: [
    'Too many people on this network use the server right now. Try again in {1} {1|second|seconds}.',
    'Πολλοί μαζί από αυτό το δίκτυο χρησιμοποιούν τον διακομιστή. Δοκίμασε ξανά σε {1} {1|δευτερόλεπτο|δευτερόλεπτα}.',
  ],
  lineBusy: [
    'Too many connections from this network. Trying again… Your game is safe.',
    'Πάρα πολλές συνδέσεις από αυτό το δίκτυο. Προσπαθούμε ξανά… Η παρτίδα σου είναι ασφαλής.',
  ],
  lineLost: ['Connection lost. Trying again…', 'Χάθηκε η σύνδεση. Προσπαθούμε ξανά…'],
  lineBack: ['Connected again. Nothing was lost.', 'Η σύνδεση επανήλθε. Δεν χάθηκε τίποτα.'],
  offlineMove: [
    'Not sent: there is no connection. Your move is sent when it is back, if the game has not changed.',
    'Δεν στάλθηκε: δεν υπάρχει σύνδεση. Η κίνησή σου θα σταλεί μόλις επανέλθει, αν η παρτίδα δεν έχει αλλάξει.',
  ],
  offlineAsk: ['Not now: there is no connection.', 'Όχι τώρα: δεν υπάρχει σύνδεση.'],
  notYourTurn: ['It is not your turn.', 'Δεν είναι η σειρά σου.'],
  cannotHere: ['You cannot play there.', 'Δεν μπορείς να παίξεις εκεί.'],
  noThreats: ['There are no threats right now.', 'Αυτή τη στιγμή δεν υπάρχουν απειλές.'],
  rematchReady: ['The rematch is ready.', 'Η ρεβάνς είναι έτοιμη.'],
  toRematch: ['Go there', 'Πάμε'],
  inviteTitle: ['Send this link to the other player.', 'Στείλε αυτόν τον σύνδεσμο στον άλλον παίκτη.'],
  inviteText: [
    'The game begins when the other player opens it and takes the seat.',
    'Η παρτίδα αρχίζει όταν ο άλλος παίκτης τον ανοίξει και πάρει τη θέση.',
  ],
  inviteAddress: ['Address of the game', 'Διεύθυνση της παρτίδας'],
  takeSeat: ['Take the seat', 'Πάρε τη θέση'],
  seatFirst: ['A seat is free: you would move first.', 'Υπάρχει ελεύθερη θέση, με την πρώτη κίνηση.'],
  seatSecond: ['A seat is free: you would move second.', 'Υπάρχει ελεύθερη θέση, με τη δεύτερη κίνηση.'],
  watching: ['You are watching.', 'Παρακολουθείς.'],
  pause: ['Pause', 'Παύση'],
  resume: ['Resume', 'Συνέχισε'],
  step: ['Step', 'Βήμα'],
  speed: ['Speed', 'Ταχύτητα'],
  secondsAMove: ['{1} s per move', '{1} δ. ανά κίνηση'],
  evalLabel: ['{1} % for {2}', '{1} % για: {2}'],
  inHand: ['In hand', 'Στο χέρι'],
  handThen: ['then {1}', 'μετά {1}'],
  chooseNext: ['Chosen: {1}. Now touch where to go.', 'Επιλογή: {1}. Άγγιξε τώρα πού πάει.'],

  aimedAt: ['Selected: {1}. Touch it again, or use the button.', 'Επιλογή: {1}. Άγγιξέ το ξανά ή πάτησε το κουμπί.'],
  offerGone: ['The offer was declined.', 'Η πρόταση δεν έγινε δεκτή.'],

  /* cells and pieces, for screen readers */
  cellLast: ['last move', 'τελευταία κίνηση'],
  cellChosen: ['chosen', 'επιλεγμένο'],
  cellLegal: ['can be played', 'παίζεται'],
  cellEmpty: ['empty', 'κενό'],
  cellAt: ['row {1}, column {2}', 'γραμμή {1}, στήλη {2}'],

  /* settings */
  settings: ['Settings', 'Προτιμήσεις'],
  soundSetting: ['Sound', 'Ήχος'],
  motionSetting: ['Animation', 'Κίνηση στην οθόνη'],
  motionOff: ['Off', 'Όχι'],
  motionFast: ['Fast', 'Γρήγορη'],
  motionNormal: ['Normal', 'Κανονική'],
  motionSlow: ['Slow', 'Αργή'],
  atOnceSetting: ['Play at once on touch screens', 'Παίξε αμέσως στην οθόνη αφής'],
  coordinatesSetting: ['Coordinates', 'Συντεταγμένες'],
  valuesSetting: ['What the computer computed for its move', 'Τι υπολόγισε ο υπολογιστής για την κίνησή του'],
  valuesReport: ['Report players', 'Παίκτες εργασίας'],
  valuesAll: ['All computers', 'Όλοι οι υπολογιστές'],
  valuesOff: ['Off', 'Όχι'],
  themeSetting: ['Theme', 'Θέμα'],
  themeSystem: ['System', 'Συστήματος'],
  themeLight: ['Light', 'Φωτεινό'],
  themeDark: ['Dark', 'Σκοτεινό'],
  languageSetting: ['Language', 'Γλώσσα'],

  /* help */
  aboutTitle: ['Help', 'Βοήθεια'],
  aboutText: [
    'Pessoi plays board games with you, at many levels, and lets two people play each other with a link. ' +
      'Your games stay in this browser and on the server that you opened; there is no account, and nothing is tracked.',
    'Το Pessoi παίζει μαζί σου επιτραπέζια παιχνίδια, σε πολλά επίπεδα, και φέρνει ' +
      'δύο ανθρώπους αντιμέτωπους με έναν σύνδεσμο. Οι παρτίδες σου μένουν σε αυτόν τον περιηγητή ' +
      'και στον διακομιστή που άνοιξες· δεν υπάρχει λογαριασμός και τίποτα δεν παρακολουθείται.',
  ],
  theGames: ['The games', 'Τα παιχνίδια'],
  rules: ['Rules', 'Κανόνες'],
  rulesOf: ['Rules: {1}', 'Κανόνες: {1}'],
  learn: ['Learn {1}', 'Μάθε: {1}'],
  puzzleOfDay: ['Puzzle of the day', 'Πρόβλημα της ημέρας'],
  replay: ['Picture {1}: show the move again', 'Εικόνα {1}: δείξε ξανά την κίνηση'],
  goal: ['Goal', 'Στόχος'],
  howToMove: ['Typed moves', 'Κινήσεις με το πληκτρολόγιο'],
  byTouch: ['By touch or mouse', 'Με αφή ή ποντίκι'],
  keyboard: ['Keyboard', 'Πληκτρολόγιο'],
  key: ['Key', 'Πλήκτρο'],
  does: ['What it does', 'Τι κάνει'],
  arrows: ['Arrow keys', 'Βέλη'],
  keyArrows: ['move over the board', 'κίνηση πάνω στο ταμπλό'],
  keyEnter: ['choose or play the cell', 'επιλογή ή κίνηση στο κελί'],
  keyEsc: ['cancel a choice or typed text; back to the game', 'ακύρωση επιλογής ή κειμένου· πίσω στην παρτίδα'],
  keyType: [
    'type a move, such as h8: it appears in the line below the players; Enter plays it',
    'γράψε μια κίνηση, π.χ. h8: φαίνεται στη γραμμή κάτω από τους παίκτες· το Enter την παίζει',
  ],
  letters: ['Letters, digits, + −', 'Γράμματα, ψηφία, + −'],
  keyUndo: ['undo, redo', 'αναίρεση, επανάληψη'],
  keyHint: ['hint; again for more', 'υπόδειξη· ξανά για περισσότερα'],
  keyFlip: ['flip or rotate the board', 'γύρισμα ή στροφή του ταμπλό'],
  keyNew: ['new game', 'νέα παρτίδα'],
  keyBrowse: [
    'back and forward through the moves, unless the board or a field has the focus',
    'πίσω και μπροστά στις κινήσεις, αν η εστίαση δεν είναι στο ταμπλό ή σε κάποιο πεδίο',
  ],
  keyBrowseAlways: ['the same, from the board too', 'το ίδιο, και από το ταμπλό'],
  keyEnds: ['to the beginning; back to the game', 'στην αρχή· πίσω στην παρτίδα'],
  keyNote: [
    'Letters alone type a move, so the shortcuts need Alt. While a move is being typed, Enter plays it.',
    'Τα γράμματα μόνα τους γράφουν κίνηση, γι’ αυτό οι συντομεύσεις θέλουν Alt. ' +
      'Όσο υπάρχει γραμμένη κίνηση, το Enter παίζει αυτήν.',
  ],
  anyKey: ['any key', 'όποιο πλήκτρο'],
  keySkip: ['finishes an animation', 'τελειώνει μια κίνηση στην οθόνη'],

  /* missing pages and games */
  missingTitle: ['There is nothing at this address.', 'Δεν υπάρχει τίποτα σε αυτή τη διεύθυνση.'],
  missingText: ['Perhaps the link is incomplete.', 'Ίσως ο σύνδεσμος δεν είναι ολόκληρος.'],
  noGameTitle: ['There is no game at this address.', 'Δεν υπάρχει παρτίδα σε αυτή τη διεύθυνση.'],
  toGames: ['To the games', 'Στα παιχνίδια'],
  awayTitle: ['The server cannot be reached.', 'Ο διακομιστής δεν απαντά.'],
  awayText: [
    'Your games are safe there. This page continues by itself as soon as it answers.',
    'Οι παρτίδες σου είναι ασφαλείς εκεί. Η σελίδα συνεχίζει μόνη της μόλις απαντήσει.',
  ],
  tryAgain: ['Try again', 'Προσπάθησε ξανά'],
} as const satisfies Sentences;

export type Key = keyof typeof words;
type Arg = string | number;

const plural: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), el: new Intl.PluralRules('el') };
const numbers: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en'),
  el: new Intl.NumberFormat('el'),
};

/** A number as the language writes it: 1,234.5 or 1.234,5. */
export const number = (language: Language, n: number): string => numbers[language].format(n);

/** Inserts arguments into a sentence. */
export function fill(language: Language, text: string, args: readonly Arg[]): string {
  return text.replace(/\{(\d)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, place: string, one?: string, other?: string) => {
    const arg = args[Number(place) - 1];
    if (arg === undefined) return whole;
    if (one !== undefined && other !== undefined)
      return plural[language].select(Number(arg)) === 'one' ? one : other;
    return typeof arg === 'number' ? number(language, arg) : arg;
  });
}

export interface Speech {
  language: Language;
  /** A sentence of the list above. */
  t: (key: Key, ...args: Arg[]) => string;
  /** A sentence from elsewhere: looks bring their own. */
  s: (sentence: Sentence, ...args: Arg[]) => string;
  /** A word of the server. */
  w: (word: Word | undefined | null) => string;
  n: (value: number) => string;
}

export function speech(language: Language): Speech {
  const s = (sentence: Sentence, ...args: Arg[]) => fill(language, sentence[language === 'el' ? 1 : 0], args);
  return {
    language,
    t: (key, ...args) => s(words[key], ...args),
    s,
    w: (word) => (word ? word[language] || word.en : ''),
    n: (value) => number(language, value),
  };
}

/** A refusal as a sentence: the server's begin with a lower-case letter and have no full stop. */
export function sentence(text: string): string {
  const first = text.charAt(0).toLocaleUpperCase();
  return first + text.slice(1) + (/[.;:!?…]$/.test(text) || text === '' ? '' : '.');
}

/** Why a game could not be started: a limit says when to try again, no answer at all that the server is away. */
export function refusalText(refusal: Refusal | null, words: Speech): string {
  if (!refusal) return words.t('awayTitle');
  const { code, wait_ms: wait } = refusal;
  if (code !== 'busy' || wait === undefined) return sentence(words.w(refusal.why));
  /* Only the limit of new games makes one wait for minutes. */
  return wait > 60_000
    ? words.t('tooManyGames', Math.ceil(wait / 60_000))
    : words.t('tooManyNow', Math.max(1, Math.ceil(wait / 1000)));
}

/** "MiniMax Boat: value -1, move number 14." */
export function aboutText(name: string, { value, number }: About, words: Speech): string {
  if (value === undefined) return number === undefined ? '' : words.t('aboutNumber', name, number);
  return number === undefined ? words.t('aboutValue', name, value) : words.t('aboutBoth', name, value, number);
}

/** The same below the name of the player: "value -1 · no. 14". */
export function aboutShort({ value, number }: About, words: Speech): string {
  if (value === undefined) return number === undefined ? '' : words.t('shortNumber', number);
  return number === undefined ? words.t('shortValue', value) : words.t('shortBoth', value, number);
}

/** "Level 3 · Easy-going": a level with its name, if it has one. */
export function levelName(level: number, title: Word | undefined, words: Speech): string {
  const [numbered, own] = [words.t('levelN', level), words.w(title)];
  return own && own !== numbered ? `${numbered} · ${own}` : numbered;
}

const speeches: Record<Language, Speech> = { en: speech('en'), el: speech('el') };
export const speechNow = (): Speech => speeches[languageOf(settings.get(), navigator.language)];

/** The current language's words; components that use it change with the switch. */
export function useWords(): Speech {
  return speeches[languageOf(useStore(settings), navigator.language)];
}
