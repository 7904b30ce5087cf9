import { withMessages } from '@/shared/i18n/language';
import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';

/** The figures of a state, which need its name, and a comparison of two regions. Those of India do without. */
const load = () => withMessages('regions', () => withMessages('figures', () => import('./states')));

const instead = {
  meanwhile: (
    <Panel>
      <Loading />
    </Panel>
  ),
  afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
} satisfies Parameters<typeof lazyPart>[1];

export const StateOverview = lazyPart(async () => (await load()).StateOverview, instead);
export const Comparison = lazyPart(async () => (await load()).Comparison, instead);
