import { t } from '@lingui/core/macro';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { NoticeDialog } from './notice-dialog';

let asked: Promise<boolean> | null = null;

/** Shows the notice over whatever screen is there. Whoever asks meanwhile gets the same answer. */
export function ask(): Promise<boolean> {
  asked ??= show().finally(() => {
    asked = null;
  });
  return asked;
}

/** The sentence for a write that the farmer did not agree to. */
export const refusal = () =>
  t`Nothing was saved, because you have not agreed to what Grow keeps. Your entries are still here.`;

/** A root of its own: a write that waits for the answer stands in no screen. */
async function show(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const client = new QueryClient();
  try {
    return await new Promise<boolean>((answer) => {
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
