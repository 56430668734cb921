/** Returns the width and height of a picture as it is looked at; fails where this browser cannot read it. Its pixels are not unpacked for that. */
export async function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  return withPicture(file, ({ naturalWidth: width, naturalHeight: height }) => Promise.resolve({ width, height }))
}

/**
 * The picture in another size, as JPEG on white. It is made smaller while it is unpacked: 48 megapixels have no room in a phone's canvas, which
 * holds 16.7. A browser that cannot do that draws it directly.
 */
export async function resized(file: Blob, width: number, height: number): Promise<Blob | null> {
  const small = await smallBitmap(file, width, height)
  if (small === null) return withPicture(file, (picture) => drawn(picture, width, height))
  try {
    return await drawn(small, width, height)
  } finally {
    small.close()
  }
}

async function smallBitmap(file: Blob, width: number, height: number): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high', imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

async function withPicture<Result>(file: Blob, look: (picture: HTMLImageElement) => Promise<Result>): Promise<Result> {
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    await new Promise((resolve, reject) => {
      picture.addEventListener('load', resolve)
      picture.addEventListener('error', () => reject(new Error('The picture could not be read.')))
      picture.src = url
    })
    return await look(picture)
  } finally {
    URL.revokeObjectURL(url)
  }
}

const quality = 0.85

function drawn(picture: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // A transparent part would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
