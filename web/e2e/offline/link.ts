import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type GrowServer, startGrow } from '../grow-server';

/** What the way between the phone and the server does to a request. */
export type Weather =
  /** It arrives, and so does its answer. */
  | 'fair'
  /** There is no way: connections end at once. */
  | 'cut'
  /** Nothing comes back, and nothing fails. */
  | 'silent'
  /** Requests arrive, and their answers are lost. */
  | 'answers lost'
  /** A network that wants a sign-in answers with its own page. */
  | 'portal';

/** A server of Grow at the other end of a way that the test can cut. */
export interface Link {
  /** The address that the browser uses. */
  url: string;
  server: GrowServer;
  /** What happens to API requests and pages from now on. */
  turn: (weather: Weather) => void;
  /** Answers the next requests of an operation with this status, before the weather of the others counts. */
  answer: (operation: RegExp, status: number, headers?: Record<string, string>, times?: number) => void;
  /** The requests that reached the way, as 'POST /api/v1/me/sowings'. */
  requests: string[];
  /** Sends requests to another server from now on. */
  leadTo: (server: GrowServer) => void;
  stop: () => Promise<void>;
}

interface Instead {
  operation: RegExp;
  status: number;
  headers: Record<string, string>;
  times: number;
}

export async function startLink(settings: Record<string, string> = {}): Promise<Link> {
  let weather: Weather = 'fair';
  let instead: Instead[] = [];
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const held: ServerResponse[] = [];

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
    if (weather === 'cut') {
      asked.socket.destroy();
    } else if (weather === 'silent') {
      held.push(answer);
    } else if (weather === 'portal') {
      asked.resume();
      answer
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Welcome</title>Sign in');
    } else {
      pass(asked, answer, Number(new URL(server.url).port), weather === 'answers lost');
    }
  });
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  let server = await startGrow({ ...settings, GROW_PUBLIC_URL: url });

  return {
    url,
    get server() {
      return server;
    },
    requests,
    turn: (next) => {
      weather = next;
      // Streams and idle connections feel it, too.
      if (next !== 'fair') for (const socket of sockets) socket.destroy();
      if (next === 'fair') for (const answer of held.splice(0)) answer.destroy();
    },
    answer: (operation, status, headers = {}, times = 1) => {
      instead = [...instead, { operation, status, headers, times }];
    },
    leadTo: (other) => {
      server = other;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => proxy.close(closed));
      await server.stop();
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number, isLost: boolean): void {
  const { method, url, headers } = asked;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (found) => {
    if (isLost && method !== 'GET') {
      found.resume().on('end', () => asked.socket.destroy());
      return;
    }
    answer.writeHead(found.statusCode ?? 502, found.headers);
    found.pipe(answer);
  });
  onward.on('error', () => asked.socket.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}
