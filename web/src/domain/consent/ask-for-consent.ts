import type { QueryClient } from '@tanstack/react-query';
import { localProblem } from '@/shared/api/problem';
import { inBackground } from '@/shared/in-background';
import { ChunkError, loadChunk } from '@/shared/ui/chunk';
import { consentChanged, consentQuery } from './queries';

/** Shows the notice. Returns whether the farmer has agreed; null if that is not known. */
export async function askForConsent(client: QueryClient): Promise<boolean | null> {
  const agreed = await (await consentParts()).ask(client);
  if (agreed) inBackground(consentChanged(client, true), 'The consent is not read anew');
  if (agreed === null)
    inBackground(
      client.invalidateQueries({ queryKey: consentQuery.queryKey }),
      'The consent is not read anew',
    );
  return agreed;
}

/** Loads the notice dialog on first use. */
async function consentParts() {
  try {
    return await loadChunk(() => import('./notice-dialog'));
  } catch (error) {
    throw localProblem(error instanceof ChunkError && !error.isOffline ? 'internal' : 'network');
  }
}
