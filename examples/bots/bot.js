#!/usr/bin/env node
// A bot that plays any game of Pessoi: it reads its legal moves and answers with a random one.
// Change choose() to make it stronger. docs/howto/write-a-bot.md explains every line.
'use strict';

// Math.random() cannot be seeded: this is mulberry32, which can.
let state = 1;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

// Your idea goes here. `position` is "startpos moves h8 i9", `legal` is ["a1", "a2", ..].
function choose(position, legal) {
  return legal[Math.floor(random() * legal.length)];
}

const say = (line) => process.stdout.write(line + '\n');
let position = 'startpos';
let legal = [];

function hear(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] === 'ugi') {
    say('id name Random in JavaScript');
    say('id author The Pessoi authors');
    say('option name Legal type check default false'); // "tell me my legal moves"
    say('option name seed type spin default 1 min 0 max 2147483647');
    say('ugiok');
  } else if (words[0] === 'isready') {
    say('readyok');
  } else if (words[0] === 'setoption' && words[2] === 'seed') {
    state = Number(words[4]) | 0; // the same seed plays the same game
  } else if (words[0] === 'position') {
    position = words.slice(1).join(' ');
  } else if (words[0] === 'legal') {
    legal = words.slice(1);
  } else if (words[0] === 'go') {
    say('bestmove ' + choose(position, legal));
  } else if (words[0] === 'quit') {
    process.exit(0);
  } // every other line is ignored: setoption name Legal, uginewgame, stop ..
}

require('readline').createInterface({ input: process.stdin }).on('line', hear);
