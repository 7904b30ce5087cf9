import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { useHistoryState } from 'wouter/use-browser-location';
import { WithCrops } from '@/domain/crops/with-crops';
import { SowForm } from '@/features/sowings/sow-form';
import { Unsent } from '@/outbox/screens/unsent';
import type { Crop } from '@/shared/api/crops';
import { useLeaveAfterSaving } from '@/shared/navigation/after-saving';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { useUser } from './use-user';

export default function SowPage() {
  const { email } = useUser();
  const leave = useLeaveAfterSaving();
  const state: unknown = useHistoryState();
  return (
    <>
      <PageTitle narrow>{t`Add Crop and Field Size`}</PageTitle>
      <Unsent />
      <Panel narrow>
        <WithCrops>
          {(crops) => <SowForm crops={crops} fixed={requestedCrop(state, email, crops)} onSaved={leave} />}
        </WithCrops>
      </Panel>
    </>
  );
}

const sowRequest = v.object({ email: v.string(), cropName: v.string() });

/**
 * Returns the crop that a recommendation passed in the navigation state. The state is untrusted: it must name
 * a known crop and the signed-in farmer.
 */
export function requestedCrop(state: unknown, email: string, crops: readonly Crop[]): Crop | undefined {
  const parsed = v.safeParse(sowRequest, state);
  if (!parsed.success || parsed.output.email !== email) return undefined;
  return findCrop(crops, parsed.output.cropName);
}

/** Returns the crop with this spelling of its name, in any case; undefined if there is none. */
export function findCrop(crops: readonly Crop[], spelling: string): Crop | undefined {
  const wanted = spelling.trim().toLowerCase();
  return crops.find((crop) =>
    [crop.crop, crop.name, crop.display_name, crop.slug].some((own) => own.toLowerCase() === wanted),
  );
}
