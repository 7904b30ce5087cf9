import { withScreenMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';

const forms = () => withScreenMessages(() => import('./plan-dialog'));
const slots = { meanwhile: <Loading /> };

export const DropDialog = lazyPart(async () => (await forms()).DropDialog, slots);
export const PlanDialog = lazyPart(async () => (await forms()).PlanDialog, slots);
export const SownDialog = lazyPart(async () => (await forms()).SownDialog, slots);
