import { expect, it } from 'vitest'
import { countRows, reportOf } from './report'

it('the report quotes what has to be, and no field is a formula', () => {
  const report = reportOf([
    { line: 7, column: 'postcode', message: 'Enter a postcode, for example "M21 9QJ".' },
    { line: 9, column: '=name', message: 'Too long.' },
  ])
  expect(report).toBe('\ufeffline,column,message\r\n7,postcode,"Enter a postcode, for example ""M21 9QJ""."\r\n9,\'=name,Too long.\r\n')
})

it('line ends within quotes are no rows, across parts', () => {
  const first = countRows('name\r\n"Wharf\nLa', false)
  expect(first).toEqual({ rows: 1, open: true })
  expect(countRows('ne"\r\n', first.open)).toEqual({ rows: 1, open: false })
})
