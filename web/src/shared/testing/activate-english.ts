import { i18n } from '@lingui/core';

// Unit tests use the messages in the code. `npm run check` checks the catalogues.
i18n.loadAndActivate({ locale: 'en', messages: {} });
