import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { type GrowServer, startGrow } from './grow-server';

const CLIENT = { client_id: 'grow-at-a-certified-issuer', client_secret: 'a secret of the two servers' };

/** Claims of the issuer about a person. */
interface Person {
  name: string;
  email: string;
  picture?: string;
}

type People = (login: string) => Person;

/** Signs in anyone under the given name. */
const anyone: People = (login) => ({ name: `${login} of elsewhere`, email: `${login}@example.org` });

/** Starts Grow with `oidc-provider`, a certified implementation, as its identity provider. */
export async function startGrowElsewhere(people: People = anyone): Promise<GrowServer> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const grow = await startGrow({
    GROW_OIDC_ISSUER: issuer,
    GROW_OIDC_CLIENT_ID: CLIENT.client_id,
    GROW_OIDC_CLIENT_SECRET: CLIENT.client_secret,
  });
  answer = issuerFor(issuer, `${grow.url}/auth/callback`, people);
  return {
    ...grow,
    stop: async () => {
      await grow.stop();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function issuerFor(issuer: string, callback: string, people: People): RequestListener {
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [callback] }],
    claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email'] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, ...people(login) }),
    }),
    cookies: { keys: ['for a test alone'] },
  });
  const answer = provider.callback();
  return (request, response) => {
    // As strict as a real provider may be: cuts the link between a popup and its opener.
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    return answer(request, response);
  };
}
