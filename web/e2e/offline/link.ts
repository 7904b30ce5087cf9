import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type GrowServer, startGrow } from '../grow-server';
import { isOfOther, type Release } from './release';

/** What the connection between the phone and the server does to a request. */
export type Connection =
  /** It arrives, and so does its answer. */
  | 'working'
  /** There is no network: a request fails at once. */
  | 'cut'
  /** Nothing comes back, and nothing fails. */
  | 'silent'
  /** Requests arrive, and their answers are lost. */
  | 'answers lost'
  /** A network that wants a sign-in answers with its own page. */
  | 'portal';

/** A server of Grow behind a proxy that the test can cut. */
export interface Link {
  /** The address that the browser uses. */
  url: string;
  server: GrowServer;
  /** What happens to API requests and pages from now on. */
  turn: (connection: Connection) => void;
  /** Answers the next requests of an operation with this status, whatever the connection is. */
  answer: (operation: RegExp, status: number, headers?: Record<string, string>, times?: number) => void;
  /** Open and new streams stay open, and nothing comes through them any more. */
  stall: () => void;
  /** The requests that reached the proxy, as 'POST /api/v1/me/sowings'. */
  requests: string[];
  /** Works again as at the start: what the test before has set is over. */
  reset: () => void;
  /** Answers as another release of the app does from now on; null: as this one does. */
  release: (other: Release | null) => void;
  stop: () => Promise<void>;
}

interface Instead {
  operation: RegExp;
  status: number;
  headers: Record<string, string>;
  times: number;
}

export async function startLink(settings: Record<string, string> = {}): Promise<Link> {
  let connection: Connection = 'working';
  let instead: Instead[] = [];
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const held: ServerResponse[] = [];
  let release: Release | null = null;
  let isStalled = false;

  const proxy = createServer((asked, answer) => {
    const operation = `${asked.method} ${asked.url}`;
    requests.push(operation);
    const found = instead.find((one) => one.times > 0 && one.operation.test(operation));
    if (found) {
      found.times -= 1;
      asked.resume();
      answer.writeHead(found.status, { 'content-type': 'application/problem+json', ...found.headers });
      answer.end(JSON.stringify({ type: '/problems/overloaded', detail: '' }));
      return;
    }
    if (connection === 'cut') {
      asked.socket.destroy();
    } else if (connection === 'silent') {
      held.push(answer);
    } else if (connection === 'portal') {
      asked.resume();
      answer
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Welcome</title>Sign in');
    } else {
      pass(
        asked,
        answer,
        Number(new URL(server.url).port),
        connection === 'answers lost',
        release,
        () => isStalled,
      );
    }
  });
  // A connection that is cut between two requests would be found dead only by the next one.
  proxy.maxRequestsPerSocket = 1;
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const server = await startGrow({ ...settings, GROW_PUBLIC_URL: url });

  return {
    url,
    server,
    requests,
    stall: () => {
      isStalled = true;
    },
    turn: (next) => {
      connection = next;
      // Streams and idle connections feel it, too.
      if (next !== 'working') for (const socket of sockets) socket.destroy();
      if (next === 'working') for (const answer of held.splice(0)) answer.destroy();
    },
    answer: (operation, status, headers = {}, times = 1) => {
      instead = [...instead, { operation, status, headers, times }];
    },
    reset: () => {
      connection = 'working';
      release = null;
      isStalled = false;
      instead = [];
      requests.length = 0;
      for (const answer of held.splice(0)) answer.destroy();
    },
    release: (other) => {
      release = other;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => proxy.close(closed));
      await server.stop();
    },
  };
}

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  port: number,
  isLost: boolean,
  release: Release | null,
  isStalled: () => boolean,
): void {
  const { method, url = '', headers } = asked;
  const path = release ? release.address(url) : isOfOther(url) ? null : url;
  if (path === null) {
    answer.writeHead(404).end();
    return;
  }
  // What is rewritten comes whole, and as plain text.
  const own = release
    ? { ...headers, 'accept-encoding': 'identity', 'if-none-match': '"of another release"' }
    : headers;
  const onward = request({ host: '127.0.0.1', port, method, path, headers: own }, (found) => {
    if (isLost && method !== 'GET') {
      found.resume().on('end', () => asked.socket.destroy());
      return;
    }
    const isStream = String(found.headers['content-type']).startsWith('text/event-stream');
    if (release && !isStream) rewritten(found, answer, url, release).catch(() => answer.destroy());
    else {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      if (isStream) found.on('data', (part) => isStalled() || answer.write(part));
      else found.pipe(answer);
    }
  });
  onward.on('error', () => asked.socket.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

async function rewritten(
  found: IncomingMessage,
  answer: ServerResponse,
  url: string,
  release: Release,
): Promise<void> {
  const body = Buffer.concat(await found.toArray());
  const isText = /text|javascript|json/.test(String(found.headers['content-type']));
  const next = isText ? Buffer.from(release.rewrite(url, found.headers, body.toString())) : body;
  // Another text has another tag.
  const { etag, ...headers } = found.headers;
  answer.writeHead(found.statusCode ?? 502, { ...headers, 'content-length': next.length });
  answer.end(next);
}
