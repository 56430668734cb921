/** The names of an import's rows, and of the place where they go. */
interface ImportWords {
  one: string
  many: string
  /** "in your portfolio". */
  in: string
  /** "to your portfolio". */
  to: string
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The texts of importing rows of one kind. */
export const importTexts = (words: ImportWords) =>
  ({
    import: 'Import CSV',
    importText: `Add many ${words.many} at once. We check the file first and add nothing until you say so.`,
    file: 'CSV file',
    choose: 'Choose a CSV file',
    drop: 'Drop a CSV file here, up to 10MB',
    dropNow: 'Drop the file here',
    template: 'Download a template',
    templateFailed: 'The template could not be downloaded',
    uploading: (percent: number) => `Uploading, ${percent}%`,
    checking: 'Checking every line',
    notCsv: 'This isn’t a CSV file',
    notCsvText: 'Choose a file whose name ends in .csv. You can save one from a spreadsheet.',
    tooLarge: 'File too large',
    tooLargeText: 'Choose a file of up to 10MB, or split it into several.',
    checkFailed: 'The file could not be checked',
    checkFailedText: 'Please try again.',
    loading: 'The import',
    gone: 'This import is no longer available',
    goneText: 'Files that are never imported are kept for 7 days.',
    unnamed: 'Unnamed file',
    nothing: `There are no ${words.many} in this file`,
    nothingText: 'It has column headings but no lines below them.',
    warnings: 'To look at before you import',
    warningsText: 'Deposits that are more than the law lets a landlord take. They are imported all the same.',
    ready: 'The file is ready to import',
    readyText: 'Nothing has been added yet.',
    willAdd: `${capital(words.many)} to add`,
    now: `${capital(words.in)} now`,
    after: 'After the import',
    start: (rows: string) => `Import ${rows}`,
    startFailed: 'The import could not be started',
    startFailedText: 'Please try again.',
    startedElsewhere: 'This import has already started',
    startedElsewhereText: 'It was started in another window, or by someone else in your organisation. Here’s how far it has got.',
    problems: (count: string) => `${count} to fix`,
    problemsText: 'Nothing is imported until the file is right. Fix the lines below and choose the file again.',
    problem: 'problem',
    problemMany: 'problems',
    problemList: 'Problems, line by line',
    first: (shown: string, all: string) => `The first ${shown} of ${all}.`,
    line: 'Line',
    column: 'Column',
    message: 'What is wrong',
    wholeFile: 'All',
    wholeLine: 'Whole line',
    report: 'Download the list',
    importing: (done: string, rows: string) => `${done} of ${rows} imported`,
    importingText: `You can close this window. The import carries on, and ${words.many} appear ${words.in} as they are added.`,
    done: 'Import finished',
    doneText: (rows: string) => `${rows} were added ${words.to}.`,
    show: `View ${words.many}`,
    failed: 'The import stopped',
    failedText: (done: string, rows: string) => `${done} of ${rows} were added and stay. Fix the problem below and import the other lines again.`,
    stoppedText: (done: string, rows: string, why = '') => `${done} of ${rows} were added and stay. ${why}`.trim(),
    atLine: (line: number, problem: string) => `Line ${line}: ${problem}`,
    another: 'Choose another file',
  }) as const

/** The texts of an import. */
export type ImportTexts = ReturnType<typeof importTexts>
