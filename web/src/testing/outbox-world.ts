import type { Scheduler } from 'fast-check';
import { over } from '@/outbox/queue/entries';
import type { Entry } from '@/outbox/queue/entry';
import { type News, Outbox } from '@/outbox/queue/outbox';
import { queueInAny, queueInText, type Text, type WholeQueue } from '@/outbox/queue/queue';
import { partOf } from '@/outbox/queue/record-changes';
import { withChanges } from '@/outbox/queue/use-record';
import type { Write } from '@/outbox/queue/writes';
import { createApi } from '@/shared/api/client';
import type { FarmerRecord } from '@/shared/api/record';
import { inBackground } from '@/shared/in-background';
import { EMPTY_RECORD } from './first-answers';

const MINUTE_MS = 60_000;
/** The app gives up a request after this time. */
const TIMEOUT_MS = 30_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const YEAR_MS = 365 * DAY_MS;

/** What happens to requests. */
export const NETWORKS = [
  'working',
  'cut',
  'answers lost',
  'portal',
  'busy',
  'busy for a day',
  'older',
] as const;
export type Network = (typeof NETWORKS)[number];

/** What the database of the phone refuses. */
export const REFUSALS = ['nothing', 'writes', 'everything'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** How far the clock of the phone is ahead. */
export const CLOCKS = [0, 10 * MINUTE_MS, 3 * YEAR_MS, -11 * YEAR_MS] as const;

export const FARMERS = ['meena', 'ravi'] as const;
export type FarmerName = (typeof FARMERS)[number];

interface Sown {
  key: string;
  id: string;
  crop: string;
  /** The day, or the moment of the entry that decides it, ms. */
  on: string | number;
  gone: boolean;
}

/** What the server has of a farmer. */
interface Account {
  sown: Sown[];
  known: Set<string>;
  water: FarmerRecord['water'];
  revision: number;
  hasAgreed: boolean;
}

/** What has to become of a sowing. 'any' where the phone itself cannot tell. */
interface Wanted {
  farmer: FarmerName;
  crop: string;
  savedAt: number;
  end: 'there' | 'gone' | 'any';
}

interface Tab {
  outbox: Outbox;
  /** What only this tab keeps. */
  own: string | null;
  isOpen: boolean;
  /** Resolves when it is closed. */
  closed: Promise<void>;
  close: () => void;
  end: AbortController;
  /** Of `performance.timeOrigin`. */
  origin: number;
  openedAt: number;
}

interface Asked {
  method: string;
  path: string;
  headers: Headers;
  body: Record<string, unknown>;
}

const problem = (status: number, type: string, headers = {}) =>
  Response.json({ type: `/problems/${type}`, detail: '' }, { status, headers });

/** A promise of a tab that is closed. */
const never = () => new Promise<never>(() => {});

/** A phone with its tabs, and the server that it talks to. Requests and the phone's storage take their time. */
export class World {
  network: Network = 'working';
  databaseRefuses: Refusal = 'nothing';
  textsRefuse = false;
  session: FarmerName | null = 'meena';
  readonly wanted = new Map<string, Wanted>();
  readonly knows = new Map<string, boolean | 'any'>();
  readonly waters = new Map<FarmerName, FarmerRecord['water'] | 'any'>();
  tabs: Tab[] = [];

  #now = Date.UTC(2026, 6, 1, 6);
  #ahead = 0;
  readonly #scheduler: Scheduler;
  readonly #kept: WholeQueue;
  #storage: string | null = null;
  #line: Promise<unknown> = Promise.resolve();
  #lock: Promise<unknown> = Promise.resolve();
  #timers: { at: number; work: () => void }[] = [];
  #keys = 0;
  #ids = 0;
  #accounts = new Map<FarmerName, Account>(FARMERS.map((name) => [name, newAccount()]));
  #backup = this.#copy();
  #generation = 0;
  readonly #heard = new Map<FarmerName, number>();
  /** Of whom a tab offers the server again what it may have lost. */
  readonly #offering = new Map<Outbox, FarmerName>();
  /** What can be lost with a backup: the phone has forgotten it. */
  #isRestored = false;
  #isForgetful = false;
  #hasRefused = false;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
    let text: string | null = null;
    this.#kept = queueInText({
      get: () => text,
      set: (next) => {
        text = next;
      },
    });
    this.openTab();
  }

  account(farmer: FarmerName): Account {
    const found = this.#accounts.get(farmer);
    if (!found) throw new Error(farmer);
    return found;
  }

  /** What the phone keeps, wherever. */
  async entries(farmer: FarmerName): Promise<Entry[]> {
    return [...(await this.#kept.entriesOf(farmer)), ...(await this.#besides(farmer))];
  }

  /** What is kept beside the database. */
  async #besides(farmer: FarmerName): Promise<Entry[]> {
    return this.#inTexts(farmer, [this.#storage, ...this.tabs.map(({ own }) => own)]);
  }

  async #inTexts(farmer: FarmerName, texts: readonly (string | null)[]): Promise<Entry[]> {
    const found = await Promise.all(
      texts.map((text) => queueInText({ get: () => text, set: () => {} }).entriesOf(farmer)),
    );
    return found.flat();
  }

  // What the farmer and the phone do.

  openTab(): void {
    const origin = this.#phoneNow();
    const tab = {
      isOpen: true,
      own: null,

      end: new AbortController(),
      origin,
      openedAt: this.#now,
    } as Tab;
    tab.closed = new Promise((over) => {
      tab.close = over;
    });
    tab.outbox = new Outbox({
      queue: queueInAny(
        this.#databaseOf(tab),
        this.#textOf(tab, {
          get: () => this.#storage,
          set: (text) => {
            if (this.textsRefuse) throw new DOMException('Full', 'QuotaExceededError');
            this.#storage = text;
          },
        }),
        this.#textOf(tab, {
          get: () => tab.own,
          set: (text) => {
            tab.own = text;
          },
        }),
      ),
      alone: (work) => this.#alone(tab, work),
      now: () => this.#phoneNow(),
      steady: () => tab.origin + this.#now - tab.openedAt,
      after: (ms, work) => this.#after(ms, () => tab.isOpen && work()),
      newKey: () => this.#newKey(),
      tell: (news) => this.#tell(tab, news),
    });
    this.tabs.push(tab);
    this.#serve(tab);
  }

  /** The tab is gone in the middle of what it does. */
  async closeTab(): Promise<void> {
    const [first] = this.tabs;
    if (!first || this.tabs.length < 2) return;
    first.isOpen = false;
    first.close();
    this.tabs = this.tabs.slice(1);
    const offered = this.#offering.get(first.outbox);
    if (offered) this.#heard.set(offered, -1);
    if (first.own === null) return;
    // The farmer was told that it lasts as long as the page.
    this.#isForgetful = true;
    const kept = queueInText({ get: () => first.own, set: () => {} });
    for (const farmer of FARMERS) {
      for (const entry of await kept.entriesOf(farmer)) {
        if (entry.state.name !== 'answered') this.#expect(farmer, entry, 'any');
      }
    }
  }

  signIn(farmer: FarmerName): void {
    this.session = farmer;
    for (const tab of this.tabs) this.#serve(tab);
  }

  async signOut(): Promise<void> {
    const farmer = this.session;
    if (!farmer) return;
    this.session = null;
    for (const tab of this.tabs) this.#serve(tab);
    this.#isForgetful = true;
    this.#heard.delete(farmer);
    await this.#outbox()?.forget(farmer, 'answered');
  }

  async sow(crop: string): Promise<void> {
    const key = this.#newKey();
    const farmer = this.session ?? 'meena';
    const wanted: Wanted = { farmer, crop, savedAt: this.#now, end: 'any' };
    this.wanted.set(key, wanted);
    const body = { crop, field_size_ha: 1 };
    if (await this.#save(farmer, { kind: 'sow', body }, key)) wanted.end = 'there';
  }

  /** Withdraws the first sowing that the phone knows to be recorded. */
  async withdraw(): Promise<void> {
    const farmer = this.session;
    if (!farmer) return;
    for (const { key, state } of await this.entries(farmer)) {
      const wanted = this.wanted.get(key);
      if (wanted?.end !== 'there' || state.name !== 'answered') continue;
      const { id } = state.answer as { id: string };
      wanted.end = 'any';
      wanted.end = (await this.#save(farmer, { kind: 'withdraw', body: { sowing: { id } } }))
        ? 'gone'
        : 'there';
      return;
    }
  }

  async tap(crop: string): Promise<void> {
    const farmer = this.session ?? 'meena';
    const name = `${farmer} ${crop}`;
    const before = this.knows.get(name);
    const known = before !== true;
    this.knows.set(name, 'any');
    const isQueued = await this.#save(farmer, { kind: 'known-crop', body: { crop, known } });
    if (isQueued && !this.#isBlind()) this.knows.set(name, known);
  }

  async answerWater(water: 'rain_only' | 'all_season'): Promise<void> {
    const farmer = this.session ?? 'meena';
    const seen = withChanges(
      this.#record(farmer),
      over(await this.entries(farmer), Number.POSITIVE_INFINITY),
    );
    this.waters.set(farmer, 'any');
    const write: Write = {
      kind: 'water',
      body: { water },
      revision: seen.revision,
      seen: partOf('water', seen),
    };
    if ((await this.#save(farmer, write)) && !this.#isBlind()) this.waters.set(farmer, water);
  }

  /** Takes the first write back that is not sent yet. */
  async takeBack(): Promise<void> {
    const farmer = this.session;
    if (!farmer) return;
    const outbox = this.#outbox();
    // What another page keeps is not listed here.
    const listed = (await outbox?.entries(farmer).catch(() => [])) ?? [];
    const entry = listed.find(({ state }) => state.name !== 'answered');
    if (!entry || !outbox) return;
    const before = this.#expect(farmer, entry, 'any');
    const isBack = await outbox.takeBack(entry).catch(() => undefined);
    if (isBack) this.#expect(farmer, entry, entry.write.kind === 'withdraw' ? 'there' : 'gone');
    else if (isBack === false) this.#expect(farmer, entry, before);
  }

  /** A phone that goes back to an older version of the app has writes that it does not know. */
  async keepUnknown(): Promise<void> {
    const write = { kind: 'irrigate', body: { sowing: { key: 'key-of-nothing' } } } as unknown as Write;
    const broken = { kind: 'close', body: {} } as Write;
    for (const one of [write, broken]) {
      const entry = { key: this.#newKey(), farmer: 'meena', at: this.#now, write: one, tried: false };
      await this.#kept.add({ ...entry, state: { name: 'waiting' } });
    }
  }

  async agree(): Promise<void> {
    const farmer = this.session;
    if (!farmer) return;
    this.account(farmer).hasAgreed = true;
    await Promise.all(this.tabs.map(({ outbox }) => outbox.agreed(farmer)));
  }

  setClock(aheadMs: number): void {
    this.#isForgetful = true;
    this.#ahead = aheadMs;
  }

  /** Lets time pass, and what is to be done by then. */
  pass(ms: number): void {
    if (ms > DAY_MS) this.#isForgetful = true;
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { work } of due) work();
  }

  look(): void {
    for (const { outbox } of this.tabs) outbox.kick();
  }

  refuse(what: Refusal): void {
    this.databaseRefuses = what;
    if (what === 'nothing') return;
    this.#hasRefused = true;
    // What a restored server lost is not offered again by a database that refuses meanwhile.
    if (this.#isRestored) this.#isForgetful = true;
    for (const farmer of FARMERS) this.waters.set(farmer, 'any');
    for (const name of this.knows.keys()) this.knows.set(name, 'any');
  }

  backUp(): void {
    this.#backup = this.#copy();
  }

  restore(): void {
    // Another page hears of it for its own entries only, and none for those of a database that it cannot read.
    if (this.databaseRefuses !== 'nothing' || this.textsRefuse) this.#isForgetful = true;
    if (this.tabs.some(({ own }) => own !== null)) this.#isForgetful = true;
    const lost = this.#accounts;
    this.#accounts = this.#backup;
    this.#backup = this.#copy();
    this.#generation += 1;
    this.#isRestored = true;
    for (const [name, account] of this.#accounts) {
      // The rules of the record are not those of a backup: the farmer sees it and can set it again.
      account.hasAgreed = lost.get(name)?.hasAgreed ?? true;
      this.waters.set(name, 'any');
    }
    for (const name of this.knows.keys()) this.knows.set(name, 'any');
  }

  // What the end has to show.

  /** Everything works again, and enough time passes: what is kept arrives. */
  async heal(settle: () => Promise<void>): Promise<void> {
    const isOlder = this.network === 'older';
    const refusing = { databaseRefuses: this.databaseRefuses, textsRefuse: this.textsRefuse };
    const isRefused = refusing.databaseRefuses !== 'nothing' || refusing.textsRefuse;
    for (const account of this.#accounts.values()) account.hasAgreed = true;
    for (const farmer of FARMERS) {
      Object.assign(this, { network: isOlder ? 'older' : 'working', ...refusing });
      this.signIn(farmer);
      await settle();
      await Promise.all([this.agree().catch(() => {}), settle()]);
      await this.#send(farmer, settle);
      // Only what the older server does not know waits, and what a place that refuses keeps; nothing behind it does.
      if (isRefused) this.#checkSent(await this.#writable(farmer));
      else if (isOlder) this.#checkSent(await this.entries(farmer));
      Object.assign(this, { network: 'working', databaseRefuses: 'nothing', textsRefuse: false });
      await Promise.all([this.agree(), settle()]);
      await this.#send(farmer, settle);
    }
  }

  #writable(farmer: FarmerName): Promise<Entry[]> {
    return this.#inTexts(farmer, [
      this.textsRefuse ? null : this.#storage,
      ...this.tabs.map(({ own }) => own),
    ]);
  }

  #checkSent(entries: readonly Entry[]): void {
    const left = entries.filter(({ write, state }) => state.name === 'waiting' && write.kind === 'sow');
    if (left.length > 0) throw new Error(`Kept back: ${JSON.stringify(left)}`);
  }

  /** Within the hours that a farmer waits at most: no page is loaded anew. */
  async #send(farmer: FarmerName, settle: () => Promise<void>): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) {
      this.look();
      await Promise.all([this.#readRecord(farmer), settle()]);
      await Promise.all([this.#answerQuestions(farmer), settle()]);
      this.pass(16 * MINUTE_MS);
      await settle();
    }
  }

  /** A screen reads, and hears the generation of the server's store. */
  async #readRecord(farmer: FarmerName): Promise<void> {
    const end = this.tabs.at(-1)?.end.signal ?? new AbortController().signal;
    await createApi(farmer, end).GET('/api/v1/me/profile');
  }

  /** The farmer answers what the phone asks: which of two answers stands, and the day of a sowing. */
  async #answerQuestions(farmer: FarmerName): Promise<void> {
    await Promise.all(this.tabs.map((tab) => this.#answerIn(tab, farmer)));
  }

  async #answerIn({ outbox }: Tab, farmer: FarmerName): Promise<void> {
    const answers: unknown[] = [];
    for (const { key, state, write } of await outbox.entries(farmer).catch(() => [])) {
      if (state.name === 'newer') {
        this.waters.set(farmer, 'any');
        answers.push(outbox.drop(farmer, key));
      }
      if (state.name === 'parked' && state.problem.type === 'wrong-clock' && write.kind === 'sow') {
        const sown_on = dayOf(this.wanted.get(key)?.savedAt ?? 0);
        answers.push(outbox.resend(farmer, key, { ...write, body: { ...write.body, sown_on } }));
      }
    }
    // What a place refuses is asked again.
    await Promise.allSettled(answers);
  }

  /** Returns what is wrong at the end; nothing if all is well. */
  async faults(): Promise<string[]> {
    const found = await Promise.all(
      FARMERS.map(async (farmer) => [
        ...leftIn(farmer, await this.entries(farmer)),
        ...this.#recordFaults(farmer),
        ...this.account(farmer).sown.flatMap((one) => this.#sownFaults(farmer, one)),
      ]),
    );
    return [...found.flat(), ...this.#missing()];
  }

  #recordFaults(farmer: FarmerName): string[] {
    const { known, water } = this.account(farmer);
    const wanted = this.waters.get(farmer) ?? 'any';
    const others = [...this.knows].filter(([name, knows]) => {
      const [who, crop = ''] = name.split(' ');
      return who === farmer && knows !== 'any' && known.has(crop) !== knows;
    });
    return [
      ...(wanted !== 'any' && wanted !== water ? [`${farmer}: ${water}, not ${wanted}`] : []),
      ...others.map(([name, knows]) => `${name} should be ${knows}`),
    ];
  }

  /** Of whom a sowing is, and of which day. */
  #sownFaults(farmer: FarmerName, { key, on }: Sown): string[] {
    const wanted = this.wanted.get(key);
    if (wanted?.farmer !== farmer) return [`${farmer} has ${key} of ${wanted?.farmer}`];
    const isSameDay =
      typeof on === 'string' ? on === dayOf(wanted.savedAt) : Math.abs(on - wanted.savedAt) <= 11 * MINUTE_MS;
    return isSameDay ? [] : [`${key} is of ${on}`];
  }

  #missing(): string[] {
    // The phone has forgotten what the backup lacks.
    if (this.#isRestored && this.#isForgetful) return [];
    return [...this.wanted].flatMap(([key, { farmer, end }]) => {
      const stands = this.account(farmer).sown.filter((one) => one.key === key && !one.gone).length;
      return end === 'any' || stands === (end === 'there' ? 1 : 0) ? [] : [`${key}: ${stands} for ${end}`];
    });
  }

  // How it works.

  /** Whether writes are kept in several places, so that the last of two taps on one thing is not certain. */
  #isBlind = () => this.#hasRefused || this.tabs.slice(0, -1).some(({ own }) => own !== null);

  #expect(farmer: FarmerName, { key, write }: Entry, end: Wanted['end']): Wanted['end'] {
    if (write.kind === 'known-crop') this.knows.set(`${farmer} ${write.body.crop}`, 'any');
    if (write.kind === 'water') this.waters.set(farmer, 'any');
    const wanted = this.wanted.get(write.kind === 'sow' ? key : (this.#subject(farmer, write) ?? ''));
    const before = wanted?.end ?? 'any';
    if (wanted) wanted.end = end;
    return before;
  }

  #subject(farmer: FarmerName, { body }: Write): string | undefined {
    const named = 'sowing' in body ? body.sowing : undefined;
    if (!named) return undefined;
    if (named.key !== undefined) return named.key;
    return this.account(farmer).sown.find(({ id }) => id === named.id)?.key;
  }

  async #save(farmer: FarmerName, write: Write, key = this.#newKey()): Promise<boolean> {
    const kept = this.#outbox()?.save(farmer, key, write);
    return kept
      ? kept.then(
          () => true,
          () => false,
        )
      : false;
  }

  #outbox(): Outbox | undefined {
    return this.tabs.at(-1)?.outbox;
  }

  #serve(tab: Tab): void {
    tab.end.abort(new DOMException('Signed out', 'AbortError'));
    tab.end = new AbortController();
    const farmer = this.session;
    tab.outbox.serve(farmer && { farmer, api: createApi(farmer, tab.end.signal) });
  }

  #newKey(): string {
    this.#keys += 1;
    return `key-number-${this.#keys}`;
  }

  #phoneNow(): number {
    return this.#now + this.#ahead;
  }

  #after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** One tab at a time; a tab that is closed lets go. */
  #alone(tab: Tab, work: () => Promise<void>): Promise<void> {
    const mine = this.#lock.then(() => (tab.isOpen ? Promise.race([work(), tab.closed]) : undefined));
    this.#lock = mine.catch(() => {});
    return mine;
  }

  #step(label: string): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), label);
  }

  /** A tab that is closed keeps nothing any more. */
  #textOf(tab: Tab, { get, set }: Text): Text {
    return { get, set: (text) => tab.isOpen && set(text) };
  }

  /** The database of the phone does one thing after the other. */
  #databaseOf(tab: Tab): WholeQueue {
    const slow =
      (name: string, work: (...given: unknown[]) => Promise<unknown>) =>
      (...given: unknown[]) => {
        const done = this.#line.then(async () => {
          await this.#step(name);
          if (!tab.isOpen) return never();
          const refuses = this.databaseRefuses;
          if (refuses === 'everything' || (refuses === 'writes' && name !== 'of'))
            throw new DOMException('Full', 'QuotaExceededError');
          return work(...given);
        });
        this.#line = Promise.race([done.catch(() => {}), tab.closed]);
        return done;
      };
    return Object.fromEntries(
      Object.entries(this.#kept).map(([name, work]) => [name, slow(name, work)]),
    ) as unknown as WholeQueue;
  }

  #tell(from: Tab, news: News): void {
    const heard = this.#step('other tabs hear').then(() => {
      for (const tab of this.tabs) if (tab !== from) tab.outbox.heard(news);
    });
    inBackground(heard, 'Other tabs do not hear');
  }

  #copy(): Map<FarmerName, Account> {
    return structuredClone(this.#accounts);
  }

  #record(farmer: FarmerName): FarmerRecord {
    const { water, revision, known } = this.account(farmer);
    return { ...EMPTY_RECORD, water, revision, known_crops: [...known] } as FarmerRecord;
  }

  /** Stands for `fetch`. */
  fetch = async (path: string, { method, headers, body, signal }: RequestInit): Promise<Response> => {
    const asked = {
      method: String(method),
      path,
      headers: headers as Headers,
      body: body ? JSON.parse(String(body)) : {},
    };
    const tab = this.tabs.find(({ end }) => !end.signal.aborted);
    const sentAt = this.#now;
    await this.#step(`${method} ${path} arrives`);
    // What is given up before it arrives never arrives.
    signal?.throwIfAborted();
    const { network } = this;
    if (network === 'cut' || this.#now > sentAt + TIMEOUT_MS) throw new TypeError('Failed to fetch');
    const answer = network === 'portal' ? new Response('<html>Welcome</html>') : this.#answer(asked, network);
    const heard = [this.session, this.#generation] as const;
    await this.#step(`${method} ${path} is answered`);
    signal?.throwIfAborted();
    if (network === 'answers lost') throw new TypeError('Failed to fetch');
    if (tab && network !== 'portal') this.#hearGeneration(tab.outbox, ...heard);
    return answer;
  };

  #hearGeneration(outbox: Outbox, farmer: FarmerName | null, generation: number): void {
    if (!farmer || this.#heard.get(farmer) === generation) return;
    const isFirst = !this.#heard.has(farmer);
    this.#heard.set(farmer, generation);
    if (isFirst) return;
    // It is noted when it is done: a tab that is closed before leaves it to the others.
    this.#offering.set(outbox, farmer);
    const done = outbox.offerAgain(farmer).catch(() => this.#heard.set(farmer, -1));
    inBackground(
      done.finally(() => this.#offering.delete(outbox)),
      'A backup is not noticed',
    );
  }

  #refusal({ headers }: Asked, network: Network): Response | null {
    if (network === 'busy') return problem(503, 'overloaded');
    if (network === 'busy for a day') return problem(429, 'too-many-requests', { 'retry-after': '86400' });
    return this.session && headers.get('grow-farmer') !== this.session
      ? problem(409, 'another-farmer')
      : null;
  }

  #answer(asked: Asked, network: Network): Response {
    const refusal = this.#refusal(asked, network);
    if (refusal || !this.session) return refusal ?? problem(401, 'not-signed-in');
    const account = this.account(this.session);
    const [, resource = '', id = '', part] =
      /^\/api\/v1\/me\/([\w-]+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(asked.path) ?? [];
    if (network === 'older' && resource === 'known-crops') return problem(422, 'unknown-field');
    const takesBack = asked.method === 'DELETE' && part === undefined;
    const isRepeat = account.sown.some(({ key }) => key === asked.headers.get('idempotency-key'));
    const needsConsent = asked.method !== 'GET' && !takesBack && !isRepeat;
    if (needsConsent && !account.hasAgreed) return problem(403, 'consent-required');
    return resource === 'sowings' && id
      ? this.#change(account, id, part)
      : this.#apply(account, asked, resource, id);
  }

  #apply(account: Account, asked: Asked, resource: string, id: string): Response {
    if (resource === 'sowings') return this.#recordSowing(account, asked);
    if (resource === 'known-crops') {
      if (asked.method === 'PUT') account.known.add(id);
      else account.known.delete(id);
    }
    if (resource === 'water') {
      if (asked.headers.get('if-match') !== `"${account.revision}"`) return problem(412, 'record-changed');
      Object.assign(account, { water: asked.body.water, revision: account.revision + 1 });
    }
    return Response.json(this.#record(this.session ?? 'meena'));
  }

  #recordSowing(account: Account, { headers, body }: Asked): Response {
    const key = headers.get('idempotency-key') ?? '';
    const found = account.sown.find((one) => one.key === key);
    if (found) return Response.json(sowingOf(found), { status: 201 });
    const ago = Number(body.entered_seconds_ago ?? 0) * 1000;
    if (ago < 0 || ago > 366 * DAY_MS) return problem(422, 'wrong-clock');
    this.#ids += 1;
    const on = typeof body.sown_on === 'string' ? body.sown_on : this.#now - ago;
    const made: Sown = { key, id: `id-${this.#ids}`, crop: String(body.crop), on, gone: false };
    account.sown.push(made);
    return Response.json(sowingOf(made), { status: 201 });
  }

  #change(account: Account, id: string, part: string | undefined): Response {
    const found = account.sown.find((one) => one.id === id);
    if (!found || found.gone === (part !== 'withdrawal')) return problem(404, 'not-found');
    found.gone = part !== 'withdrawal';
    return found.gone ? new Response(null, { status: 204 }) : Response.json(sowingOf(found));
  }
}

/** What is left on the phone of what can be sent. */
const leftIn = (farmer: FarmerName, entries: readonly Entry[]) =>
  entries
    .filter(({ state: { name }, write }) =>
      name === 'parked' ? write.kind === 'sow' : name === 'waiting' || name === 'consent',
    )
    .map(({ key, state }) => `${farmer}'s ${key} is left ${JSON.stringify(state)}`);

const newAccount = (): Account => ({
  sown: [],
  known: new Set(),
  water: null,
  revision: 1,
  hasAgreed: true,
});

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const sowingOf = ({ id, crop }: Sown) => ({
  id,
  crop,
  field_size_ha: 1,
  expected_yield_kg: 1,
  sown_at: '2026-07-01T00:00:00Z',
  days_since_sowing: 0,
  is_counted: true,
  sown_on: '2026-07-01',
  harvest_from: '2026-10-01',
  harvest_until: '2026-10-31',
  days_to_harvest: 90,
  calendar_region: 'TN',
});
