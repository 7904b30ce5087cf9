/**
 * Imports go one way: app -> pages -> features -> domain -> shared. Of the outbox, `queue` lies below domain, `send` and
 * `screens` lie beside features.
 */
const FROM_ANY = '^src/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'shared-stands-alone',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(app|pages|outbox|features|domain)/' },
    },
    {
      name: 'domain-below-features',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^src/(app|pages|features|outbox/(send|screens))/' },
    },
    {
      name: 'outbox-queue-below-domain',
      severity: 'error',
      from: { path: '^src/outbox/queue/' },
      to: { path: '^src/(app|pages|features|domain|outbox/(send|screens))/' },
    },
    {
      name: 'outbox-beside-features',
      severity: 'error',
      from: { path: '^src/outbox/' },
      to: { path: '^src/(app|pages|features)/' },
    },
    {
      name: 'outbox-send-below-screens',
      severity: 'error',
      from: { path: '^src/outbox/send/' },
      to: { path: '^src/outbox/screens/' },
    },
    {
      name: 'features-below-pages',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/(app|pages|outbox/screens)/' },
    },
    {
      name: 'pages-below-app',
      severity: 'error',
      from: { path: '^src/pages/' },
      to: { path: '^src/app/' },
    },
    {
      name: 'no-feature-knows-another',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'ui-takes-plain-props',
      severity: 'error',
      from: { path: '^src/shared/ui/' },
      to: { path: '^src/shared/(api|forms)/|node_modules/@tanstack/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: FROM_ANY },
      to: { circular: true },
    },
    {
      name: 'no-circles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: FROM_ANY },
      to: { circular: true },
    },
    {
      name: 'nothing-unused',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '^src/app/(main|prerender)\\.tsx$', '^src/sw/'],
      },
      to: {},
    },
    {
      name: 'nothing-missing',
      severity: 'error',
      from: { path: FROM_ANY },
      // A plugin of the build provides virtual modules.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests may use what they test from anywhere.
    exclude: { path: ['\\.test\\.tsx?$', '^src/testing/'] },
    // Type-only imports count as dependencies too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
