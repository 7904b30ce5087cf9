import { ApiError, localProblem } from '../api/problem';
import { ChunkError, loadChunk } from '../ui/chunk';

/**
 * Does a write that needs the farmer's agreement. Where that is missing, the notice is shown, and after 'I agree' the very same
 * write is done again; after 'Not now' nothing is saved, and the error says why.
 */
export async function withConsent<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'consent-required')) throw error;
    if (await askForConsent()) return await write();
    throw new ApiError(error.type, error.status, (await consentParts()).refusal(), null);
  }
}

/** Shows the notice; true once the farmer has agreed to it. */
export const askForConsent = async (): Promise<boolean> => (await consentParts()).ask();

/** The notice comes when it is first needed. */
async function consentParts() {
  try {
    return await loadChunk(() => import('../consent'));
  } catch (error) {
    throw localProblem(error instanceof ChunkError && !error.isOffline ? 'internal' : 'network');
  }
}
