import { i18n } from '@lingui/core';
import { CROP_NAMES } from '@/domain/crops/crop-names';
import { DISPLAY_NAMES } from '@/domain/crops/display-names';
import { STATES } from '@/domain/regions/region-name';

// Unit tests use the messages in the code. `npm run check` checks the catalogues. Names are looked up by their id.
const names = [...CROP_NAMES, ...DISPLAY_NAMES, ...Object.values(STATES)].map(({ id, message = '' }) => [
  id,
  message,
]);
i18n.loadAndActivate({ locale: 'en', messages: Object.fromEntries(names) });
