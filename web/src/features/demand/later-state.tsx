import { withMessages } from '@/shared/i18n/language';
import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';

/** The figures of a state, which need its name. Those of India do without. */
export const StateOverview = lazyPart(
  async () => (await withMessages('regions', () => import('./state-overview'))).StateOverview,
  {
    meanwhile: (
      <Panel>
        <Loading />
      </Panel>
    ),
    afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
  },
);
