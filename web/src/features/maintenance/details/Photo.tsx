import { styled } from '@mui/material/styles'
import { type } from '@/theme/tokens'
import { Skeleton } from '@/ui/Skeleton'
import { useObjectUrl } from '@/ui/useObjectUrl'
import { details as texts } from '../messages'
import { useAttachment } from '../queries'

const Text = styled('span')({ ...type.small, padding: 12 })

/** A photo of a request, whose bytes come with the bearer header. */
export function Photo({ id, attachmentId, alt }: { id: number; attachmentId: number; alt: string }) {
  const { data, error } = useAttachment(id, attachmentId)
  const url = useObjectUrl(data)
  if (error !== null) return <Text>{texts.photoFailed}</Text>
  if (url === '') return <Skeleton width="100%" height="100%" />
  return <img src={url} alt={alt} />
}
