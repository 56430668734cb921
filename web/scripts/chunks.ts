import type { Rolldown } from 'vite'

const icons = (...names: string[]) => `lucide-react/dist/esm/icons/(${names.join('|')})\\.`

/**
 * The modules that share a file, where rolldown alone would make many small ones: a file costs a round trip, however small
 * it is, and in pieces the code compresses less. The libraries are two files, because each is evaluated in one go.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // The code by which the entry asks for everything else; it must not wait for the libraries.
  { name: 'first', test: /src\/(api\/(token|transport|renewal|presence)|app\/firstChunks|lib\/(breathe|jwt|trace|paths|titles|chunk)|theme\/scheme)\.ts|vite\/preload-helper/, priority: 1 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
  {
    name: 'frame',
    test: new RegExp(
      [
        'node_modules/(react-router|@emotion|stylis|@tanstack/(query-core|react-query)|openapi-fetch|openapi-react-query|clsx|@mui/(system|styled-engine|private-theming|utils(?!/useRovingTabIndex)))/',
        'node_modules/@mui/material/(styles|ButtonBase|Button|CircularProgress|CssBaseline|useLazyRipple)/',
        'node_modules/lucide-react/dist/esm/(shared/|Icon|createLucide|defaultA)',
        icons('x', 'circle-check', 'circle-exclamation-point', 'loader-circle', 'shield-check', 'user-round', 'building-complex'),
        'src/api/(account|client|errors|queryClient|session|passwordDue|pushMark)\\.ts',
        'src/(lib/(dayParts|format|messages|minor)|theme/(theme|tokens|styles|Theme)|ui/(titleCount|useHeadingFocus|Page|Loading|Mark|Wordmark|toast/\\w+))\\.tsx?',
        'src/app/(screens|App|routes|guards|pages|page|Root|PublicFrame|NotFound|Nothing|ErrorPage)\\.tsx?',
      ].join('|'),
    ),
  },
  // Code that strangers need not wait for.
  { name: 'changes', test: /src\/(api\/(invalidations|leaving)|lib\/(civilDate|money))\.ts/ },
  { name: 'forms', test: /react-hook-form|src\/(ui\/form\/(Field|controls|rules|PasswordInput|ErrorSummary)|lib\/email|api\/useIdempotencyKey)\.tsx?|icons\/eye/ },
  // The dashboard and the frame show these first; as files of their own they would be mostly wrapping.
  { name: 'signs', test: new RegExp(icons('arrow-right', 'bell', 'chevron-right', 'clock', 'mail', 'map-pin', 'phone')) },
  {
    name: 'parts',
    test: new RegExp(
      [
        'src/ui/(Hidden|Skeleton|PageSkeleton|useIsMobile|LoadFailed|Card|EmptyState|Meter|StatStrip|Panel|Badge|StatusBadge|elevations/(Elevation|buildings|parts))\\.tsx?',
        'src/(api/(compliance|properties|pages)|lib/dialled)\\.ts',
        'src/app/(AccountFooter|TabBar|MobileBar|barParts|navigation|NavigationList|Sidebar)\\.tsx?',
      ].join('|'),
    ),
  },
]
