import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { endOf } from '../api/query-client';
import { NoticeDialog } from './notice-dialog';

const asked = new WeakMap<QueryClient, Promise<boolean>>();

/**
 * Shows the privacy notice over the current screen and returns whether the farmer agreed. Concurrent calls
 * share one dialog. Rejects when the farmer signs out.
 */
export function ask(client: QueryClient): Promise<boolean> {
  const answer = asked.get(client) ?? show(client).finally(() => asked.delete(client));
  asked.set(client, answer);
  return answer;
}

/** Renders into a root of its own, because the pending write belongs to no component. */
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
