import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LandUnits, OfferedUnit } from '@/shared/api/land-size';
import { UNITS_OF_INDIA } from '@/shared/api/land-size';
import { type FarmerRecord, recordQuery } from '@/shared/api/record';
import { LandSizeField, OwnLandSizeField } from './land-size-field';
import type { SavedSize } from './saved-size';
import { type LandSizeState, useLandSize } from './use-land-size';

const BIGHA: OfferedUnit = {
  unit: 'bigha',
  square_metres: null,
  choices: [2529.285264],
  believed: { from: 500, to: 7000 },
};
const KNOWN_BIGHA: OfferedUnit = { ...BIGHA, square_metres: 2529.285264 };
const KULI: OfferedUnit = { unit: 'kuli', square_metres: 13.5, choices: [], believed: { from: 10, to: 20 } };

const client = (units: readonly OfferedUnit[]) => {
  const queries = new QueryClient();
  const land_units: LandUnits = { preferred: null, usual: 'acre', offered: [...UNITS_OF_INDIA, ...units] };
  queries.setQueryData(recordQuery.queryKey, { land_units } as FarmerRecord);
  return queries;
};

/** Returns the state of a field after some steps of the farmer. */
function stateAfter(
  units: readonly OfferedUnit[],
  saved: SavedSize | undefined,
  ...steps: ((state: LandSizeState) => void)[]
): LandSizeState {
  const states: LandSizeState[] = [];
  const Probe = () => {
    const state = useLandSize('land', saved);
    const taken = useRef(0);
    // A change of the state within a rendering renders again at once.
    steps[taken.current++]?.(state);
    states.push(state);
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client(units)}>
      <Probe />
    </QueryClientProvider>,
  );
  return states.at(-1) as LandSizeState;
}

const field = (units: readonly OfferedUnit[], saved: SavedSize, errors: Record<string, string> = {}) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client(units)}>
      <LandSizeField base="land" label="My land" hint="" saved={saved} errors={errors} />
    </QueryClientProvider>,
  );

const kuli = (value: number): SavedSize => ({
  hectares: Math.round(value * 13.5) / 10_000,
  entered: { value, unit: 'kuli', unit_square_metres: 13.5 },
});
const threeBigha: SavedSize = {
  hectares: 0.7588,
  entered: { value: 3, unit: 'bigha', unit_square_metres: 2529.285264 },
};

test('1200 kuli begin as a number input takes them', () => {
  expect(stateAfter([KULI], kuli(1200)).begin).toEqual({ value: '1200', cents: '' });
  expect(field([KULI], kuli(1200))).toContain('value="1200"');
});

test('the box of the saved unit begins with the unrounded size, and the other box follows it', () => {
  const begin = (saved: SavedSize) => {
    const { begin, beginHectares, savedIn } = stateAfter([], saved);
    return [savedIn, beginHectares, begin.value, begin.cents];
  };
  expect(begin({ hectares: 1234.56, entered: null })).toEqual(['hectare', '1234.56', '3050.66', '']);
  expect(begin({ hectares: 0.0041, entered: null })).toEqual(['hectare', '0.0041', '0.01', '']);
  const entered = { value: 1200.29, unit: 'acre_and_cents', unit_square_metres: null } as const;
  expect(begin({ hectares: 485.7401, entered })).toEqual(['acre_and_cents', '485.74', '1200', '29']);
});

const typed = (value: string) => ({ currentTarget: { value } }) as FormEvent<HTMLInputElement>;

test('the box that was typed in last is saved', () => {
  const acres = (value: string) => (state: LandSizeState) => state.typed('value')(typed(value));
  const hectares = (value: string) => (state: LandSizeState) => state.typedHectares(typed(value));
  expect(stateAfter([], undefined)).toMatchObject({ unit: 'acre', savedIn: 'hectare' });
  expect(stateAfter([], undefined, acres('2.25'))).toMatchObject({ savedIn: 'acre', hectares: 0.9105 });
  expect(stateAfter([], undefined, acres('2.25'), hectares('2.25'))).toMatchObject({
    savedIn: 'hectare',
    hectares: 2.25,
    begin: { value: '5.56' },
  });
  expect(stateAfter([], undefined, hectares('1'), acres(''))).toMatchObject({
    savedIn: 'acre',
    hectares: Number.NaN,
  });
});

test('a unit of the state is offered before the farmer has chosen one, and hectares are no own unit', () => {
  const unitOf = (preferred: LandUnits['preferred'], usual: LandUnits['usual'], ...units: OfferedUnit[]) => {
    const queries = client(units);
    const land_units: LandUnits = { preferred, usual, offered: [...UNITS_OF_INDIA, ...units] };
    queries.setQueryData(recordQuery.queryKey, { land_units } as FarmerRecord);
    let unit = '';
    const Probe = () => {
      unit = useLandSize('land', undefined).unit;
      return null;
    };
    renderToStaticMarkup(
      <QueryClientProvider client={queries}>
        <Probe />
      </QueryClientProvider>,
    );
    return unit;
  };
  expect(unitOf(null, 'bigha', BIGHA)).toBe('bigha');
  expect(unitOf('hectare', 'bigha', BIGHA)).toBe('bigha');
  expect(unitOf('cent', 'acre')).toBe('cent');
  expect(unitOf('guntha', 'acre')).toBe('acre');
});

test('the size of another unit than the saved one is asked for', () => {
  const changed = stateAfter([BIGHA, KULI], kuli(1200), (state) => state.changeUnit('bigha'));
  expect(changed).toMatchObject({ unit: 'bigha', isOpen: true });
  expect(stateAfter([BIGHA], threeBigha).isOpen).toBe(false);
});

test('a unit without a size is asked for once it is typed in, and says no size before', () => {
  expect(stateAfter([BIGHA], undefined, (state) => state.changeUnit('bigha')).isOpen).toBe(true);
  const queries = client([BIGHA]);
  const land_units: LandUnits = { preferred: null, usual: 'bigha', offered: [...UNITS_OF_INDIA, BIGHA] };
  queries.setQueryData(recordQuery.queryKey, { land_units } as FarmerRecord);
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <LandSizeField base="land" label="My land" hint="" errors={{}} />
    </QueryClientProvider>,
  );
  expect(shown).not.toMatch(/NaN|How large/);
});

test('a size of their own that was left empty is asked for again', () => {
  const back = stateAfter(
    [KNOWN_BIGHA],
    undefined,
    (state) => state.changeUnit('bigha'),
    (state) => state.resize(Number.NaN),
    (state) => state.changeUnit('acre'),
    (state) => state.changeUnit('bigha'),
  );
  expect(back).toMatchObject({ unit: 'bigha', isOpen: true });
});

test('back in the saved unit, the size is what the inputs show again', () => {
  const back = stateAfter(
    [KNOWN_BIGHA],
    threeBigha,
    (state) => state.changeUnit('acre'),
    (state) => state.changeUnit('bigha'),
  );
  expect(back).toMatchObject({ begin: { value: '3' }, hectares: 0.7588 });
  expect(stateAfter([BIGHA], threeBigha, (state) => state.changeUnit('acre')).hectares).toBeNaN();
});

test('a unit that is offered no more keeps its size', () => {
  const entered = { value: 4, unit: 'guntha', unit_square_metres: null } as const;
  const moved = field([], { hectares: 0.0405, entered });
  expect(moved).toContain('<input type="hidden" name="land.fixed_square_metres" value="101.25"/>');
  expect(moved).not.toContain('land.unit_square_metres');
  expect(field([], threeBigha)).toContain(
    '<input type="hidden" name="land.unit_square_metres" value="2529.285264"/>',
  );
});

test('one box: it begins in the own unit, after hectares in hectares, and what is hidden is saved as it was', () => {
  const shown = (saved: SavedSize, errors: Record<string, string> = {}) => {
    const html = renderToStaticMarkup(
      <QueryClientProvider client={client([])}>
        <OwnLandSizeField base="land" label="My land" hint="" saved={saved} errors={errors} />
      </QueryClientProvider>,
    );
    const box = /<div class="[^"]*" hidden=""/.test(html) ? 'hectares' : 'own';
    return [box, /name="land.unit" value="([^"]*)"/.exec(html)?.[1]];
  };
  expect(shown({ hectares: null, entered: null })).toEqual(['own', 'acre']);
  expect(shown({ hectares: 1.25, entered: null })).toEqual(['hectares', 'hectare']);
  const acres = {
    hectares: 0.9105,
    entered: { value: 2.25, unit: 'acre', unit_square_metres: null } as const,
  };
  expect(shown(acres)).toEqual(['own', 'acre']);
  // What the server refuses is shown.
  expect(shown(acres, { land_ha: 'Not so.' })).toEqual(['hectares', 'acre']);
});

test('a size that only the server refuses has a sentence', () => {
  const told = (name: string) => field([KNOWN_BIGHA], threeBigha, { [name]: 'Not so.' });
  for (const name of ['land.value', 'land.unit', 'land.unit_square_metres'])
    expect(told(name), name).toContain('Not so.');
});
