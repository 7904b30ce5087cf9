import { i18n } from '@lingui/core';

// Unit tests read the sentences from the code itself; the catalogue has tests of its own kind (`npm run check`).
i18n.loadAndActivate({ locale: 'en', messages: {} });
