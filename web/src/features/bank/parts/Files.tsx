import { styled } from '@mui/material/styles'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import type { BankStatement } from '@/api/bank'
import { withList } from '@/lib/query'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { bank as texts } from '../messages'

const List = styled('ul')({ '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Row = styled('li')({ ...type.body, display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2px 16px', padding: '10px 20px', [media.mobile]: { paddingInline: 16 } })
const Way = styled(Link)({ fontWeight: 560, overflowWrap: 'anywhere', [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })
const Quiet = styled('span')({ color: color.muted, [media.mobile]: { display: 'block' } })

/** The files that were read; each narrows the list to its own payments. */
export function Files({ files }: { files: readonly BankStatement[] }) {
  const format = useFormatter()
  const [query] = useSearchParams()
  return (
    <Panel title={texts.files}>
      <List aria-label={texts.files}>
        {files.map(({ id, fileName, format: kind, lines, moneyOutLines, openLines, openMoneyOutLines, fromDate, toDate }) => {
          const open = openLines + openMoneyOutLines
          const days = fromDate === null || toDate === null ? '' : texts.fileDays(format.date(fromDate), format.date(toDate))
          return (
            <Row key={id}>
              <span>
                <Way to={{ search: withList(query, { file: String(id) }).toString() }}>{fileName}</Way>{' '}
                <Quiet>{texts.fileLine(texts.fileLines(lines + moneyOutLines), kind.toUpperCase(), days)}</Quiet>
              </span>
              {open > 0 && <span>{texts.fileOpen(open)}</span>}
            </Row>
          )
        })}
      </List>
    </Panel>
  )
}
