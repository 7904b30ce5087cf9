import { t } from '@lingui/core/macro';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { endOf } from '../api/query-client';
import { NoticeDialog } from './notice-dialog';

const asked = new WeakMap<QueryClient, Promise<boolean>>();

/**
 * Shows the notice over whatever screen is there, to the farmer whose client it is. Whoever asks meanwhile gets the same
 * answer. When the farmer leaves, it goes away and the question fails.
 */
export function ask(client: QueryClient): Promise<boolean> {
  const answer = asked.get(client) ?? show(client).finally(() => asked.delete(client));
  asked.set(client, answer);
  return answer;
}

/** The sentence for a write that the farmer did not agree to. */
export const refusal = () =>
  t`Nothing was saved, because you have not agreed to what Grow keeps. Your entries are still here.`;

/** A root of its own: a write that waits for the answer stands in no screen. */
async function show(client: QueryClient): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const end = endOf(client);
  try {
    return await new Promise<boolean>((answer, fail) => {
      end.addEventListener('abort', () => fail(end.reason), { once: true });
      root.render(
        <QueryClientProvider client={client}>
          <NoticeDialog onAgreed={() => answer(true)} onClose={() => answer(false)} />
        </QueryClientProvider>,
      );
    });
  } finally {
    root.unmount();
    place.remove();
  }
}
