import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FARMER_SCREENS, GUEST_SCREENS } from '../../e2e/screens';
import { demandPath, INDIA, paths, regionOf, serverPaths } from './paths';

const SPELLED =
  /['"`]\/(?:login|demand|dashboard|advice|profile|ftl|npk|place|add|manage-crops|my-sowing|rec-|crop-)/;

test.each([
  ['', 'IN'],
  ['region=', 'IN'],
  ['region=IN-TN', 'IN-TN'],
  ['region=in-tn&x=1', 'IN-TN'],
])('the address %j names the region %s', (query, region) => {
  expect(regionOf(new URLSearchParams(query))).toBe(region);
});

test('a region is part of the address, unless it is India', () => {
  expect(demandPath('IN-TN')).toBe('/demand?region=IN-TN');
  expect(demandPath(INDIA)).toBe('/demand');
  expect(serverPaths.demandEvents('IN-TN', undefined)).toBe('/api/v1/demand/events?region=IN-TN');
  expect(serverPaths.demandEvents(INDIA, undefined)).toBe('/api/v1/demand/events');
  expect(serverPaths.demandEvents(INDIA, '2026-3-1')).toBe('/api/v1/demand/events?after=2026-3-1');
});

test('an address cannot smuggle anything else in', () => {
  const region = regionOf(new URLSearchParams('region=IN%26x%3D1%23'));
  expect(demandPath(region)).toBe('/demand?region=IN%26X%3D1%23');
});

test('the browser tests look at every screen', () => {
  const looked = new Set([...GUEST_SCREENS, ...FARMER_SCREENS]);
  const screens = Object.values(paths)
    .filter((path) => path !== paths.home)
    .map((path) => path.replace(':cropName', 'paddy'));
  expect([...looked].sort()).toEqual([...screens].sort());
});

test('routes are spelled in paths.ts alone', () => {
  const source = resolve(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file),
  );
  const spelled = files.filter((file) => SPELLED.test(readFileSync(resolve(source, file), 'utf8')));
  expect(spelled).toEqual(['shared/paths.ts']);
});
