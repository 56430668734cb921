import { styled } from '@mui/material/styles'
import { type } from '@/theme/tokens'
import { Skeleton } from '@/ui/Skeleton'
import { useObjectUrl } from '@/ui/useObjectUrl'
import { job as texts } from '../messages'
import { useJobFile } from '../queries'

const Text = styled('span')({ ...type.small, padding: 8 })

/** A photo of the job. */
export function JobPhoto({ token, fileId, alt }: { token: string; fileId: number; alt: string }) {
  const { data, error } = useJobFile(token, fileId)
  const url = useObjectUrl(data)
  if (error !== null) return <Text>{texts.photoFailed}</Text>
  if (url === '') return <Skeleton width="100%" height="100%" />
  return <img src={url} alt={alt} />
}
