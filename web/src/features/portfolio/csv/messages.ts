import { importTexts } from '@/ui/csv/texts'
import { portfolio } from '../messages'

/** The texts of import and export. */
export const csv = {
  ...importTexts({ one: portfolio.property, many: portfolio.properties.toLowerCase(), in: 'in your portfolio', to: 'to your portfolio' }),
  title: 'Import and export',
  export: 'Export CSV',
  exportAll: (rows: string) => `${rows}, with all their details.`,
  exportFound: (rows: string, filters: string) => `${rows} in the list now: ${filters}.`,
  exportNone: 'There are no properties in the list now.',
  exporting: (rows: string, total: string) => `${rows} of ${total} exported`,
  exportDone: (rows: string) => `${rows} exported`,
  exportFailed: 'The export stopped',
  exportFailedText: 'No file was saved. Please try again.',
  stop: 'Stop',
} as const
