import { withScreenMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';

const forms = () => withScreenMessages(() => import('./plan-forms'));
const instead = { meanwhile: <Loading /> };

export const DropDialog = lazyPart(async () => (await forms()).DropDialog, instead);
export const PlanDialog = lazyPart(async () => (await forms()).PlanDialog, instead);
export const SownDialog = lazyPart(async () => (await forms()).SownDialog, instead);
