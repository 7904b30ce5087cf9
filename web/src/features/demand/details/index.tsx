import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';

/** Details of the figures in a lazy chunk, loaded when the first one is opened. */
const load = () => import('./parts');

export const FigureDetails = lazyPart(async () => (await load()).FigureDetails, { meanwhile: <Loading /> });
export const SummaryDetails = lazyPart(async () => (await load()).SummaryDetails, { meanwhile: <Loading /> });
