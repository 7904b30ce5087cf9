import { expect, vi } from 'vitest';
import type { paths } from '@/shared/api/schema';
import { FIRST_ANSWERS } from './first-answers';

type Methods = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** An operation of the OpenAPI document: its method and its path. */
export type Operation = {
  [Path in keyof paths & string]: {
    [M in Methods]: paths[Path][M] extends object ? `${Uppercase<M>} ${Path}` : never;
  }[Methods];
}[keyof paths & string];

/** A request of the app. */
export interface Asked {
  operation: Operation;
  /** The parts of the path in braces. */
  parts: readonly string[];
  query: URLSearchParams;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it looks into.
  body: any;
}

/** An answer with its status; any other object is the body of a 200. */
class Reply {
  constructor(
    readonly status: number,
    readonly body: string | null,
    readonly type = 'application/json',
  ) {}
}

export const reply = (status: number, body: object | null = null) =>
  new Reply(status, body && JSON.stringify(body));

/** An answer that is no JSON: of a proxy, or of a server in distress. */
export const html = (status: number, body: string) => new Reply(status, body, 'text/html');

export const problem = (status: number, type: string, more: object = {}) =>
  new Reply(
    status,
    JSON.stringify({ type, title: '', status, detail: '', ...more }),
    'application/problem+json',
  );

/** The connection breaks before an answer comes. */
export const LOST = Symbol('lost');

type Given = Reply | object | typeof LOST;
export type Answer = Given | ((asked: Asked) => Given | Promise<Given>);

/** The day of the answers, by which the app counts its days. */
const DATE = new Date('2026-07-03T06:00:00Z').toUTCString();

const API = /^\/(?:api|auth)\//;

/** Replaces the server in the tests of screens: it answers by method and path, and records what was asked. */
class TestServer {
  #answers: [Operation, Answer][] = [];
  readonly asked: Asked[] = [];
  readonly unknown: string[] = [];

  /** The latest answer of an operation holds. */
  answer(operation: Operation, answer: Answer): void {
    this.#answers.unshift([operation, answer]);
  }

  /** The answer of an operation as it is now. */
  answerNow(operation: Operation): Answer {
    return this.#answers.find(([known]) => known === operation)?.[1] ?? reply(404);
  }

  /** Requests of an operation so far. */
  askedFor(operation: Operation): readonly Asked[] {
    return this.asked.filter((one) => one.operation === operation);
  }

  /** Holds back the answers of an operation until the returned function is called. */
  holdBack(operation: Operation): () => void {
    let letGo = () => {};
    const held = new Promise<void>((release) => {
      letGo = release;
    });
    const before = this.answerNow(operation);
    this.answer(operation, async (asked) => {
      await held;
      return typeof before === 'function' ? before(asked) : before;
    });
    return letGo;
  }

  reset(): void {
    this.#answers = [];
    this.asked.length = 0;
    this.unknown.length = 0;
    for (const [operation, answer] of Object.entries(FIRST_ANSWERS))
      this.answer(operation as Operation, answer);
  }

  async fetch(method: string, address: URL, init: RequestInit): Promise<Response> {
    for (const [operation, answer] of this.#answers) {
      const parts = match(operation, method, address.pathname);
      if (!parts) continue;
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      const asked = {
        operation,
        parts,
        query: address.searchParams,
        headers: new Headers(init.headers),
        body,
      };
      this.asked.push(asked);
      const given = await untilAborted(init.signal, typeof answer === 'function' ? answer(asked) : answer);
      if (given === LOST) throw new TypeError('Failed to fetch');
      const { status, body: text, type } = given instanceof Reply ? given : reply(200, given);
      return new Response(text, {
        status,
        headers: { 'content-type': type, date: DATE, 'cache-control': 'no-store' },
      });
    }
    this.unknown.push(`${method} ${address.pathname}`);
    return new Response(null, { status: 404 });
  }
}

/** Returns the parts of the path in braces, or null if this is another operation. */
function match(operation: Operation, method: string, path: string): string[] | null {
  const [ofMethod, pattern = ''] = operation.split(' ');
  if (ofMethod !== method) return null;
  const found = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
  return found?.slice(1).map(decodeURIComponent) ?? null;
}

const untilAborted = (signal: AbortSignal | null | undefined, given: Given | Promise<Given>) =>
  new Promise<Given>((answered, failed) => {
    const abort = () => failed(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    Promise.resolve(given).then(answered, failed);
  });

/** A live stream on which nothing comes. */
class SilentStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  close() {}
}

export const server = new TestServer();

const network = globalThis.fetch;

/** Puts the test server in place of the network. */
export function startServer(): void {
  server.reset();
  vi.stubGlobal('EventSource', SilentStream);
  vi.stubGlobal('fetch', (address: RequestInfo | URL, init: RequestInit = {}) => {
    const target = new URL(address instanceof Request ? address.url : address, location.href);
    return API.test(target.pathname)
      ? server.fetch(init.method ?? 'GET', target, init)
      : network(address, init);
  });
}

/** Expects that the test answered all that the app asked. */
export function stopServer(): void {
  vi.unstubAllGlobals();
  expect(server.unknown, 'requests that the test does not answer').toEqual([]);
}
