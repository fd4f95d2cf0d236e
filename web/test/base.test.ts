import { expect, it } from 'vitest';
import { addressOf, basePath, pathBelow } from '../src/base';
import { gameOf } from '../src/router';

it('finds the part of a path below the application', () => {
  expect(pathBelow('/', '/')).toBe('');
  expect(pathBelow('/g/abc', '/')).toBe('g/abc');
  expect(pathBelow('/games/', '/games/')).toBe('');
  expect(pathBelow('/games', '/games/')).toBe('');
  expect(pathBelow('/games/g/abc', '/games/')).toBe('g/abc');
});

it('knows what is not its own', () => {
  expect(pathBelow('/', '/games/')).toBeNull();
  expect(pathBelow('/gamester/new', '/games/')).toBeNull();
});

it('makes whole addresses', () => {
  expect(basePath).toBe('/');
  expect(addressOf('api/1/games')).toBe('http://localhost/api/1/games');
});

it('reads the game of an address', () => {
  expect(gameOf('g/AZaz09_-')).toBe('AZaz09_-');
  for (const path of ['', 'g/', 'g/a/b', '/g/a', 'new']) expect(gameOf(path)).toBeNull();
});
