// Pictures and documents of the demo, made here byte by byte: nothing is downloaded and nothing stands in the repository.
import { crc32, deflateSync } from "node:zlib";

const WIDTH = 960;
const HEIGHT = 720;

/** A canvas of one colour; colours are [red, green, blue]. */
class Canvas {
  constructor(colour, width = WIDTH, height = HEIGHT) {
    this.width = width;
    this.height = height;
    this.pixels = Buffer.alloc(width * height * 3);
    this.rectangle(0, 0, width, height, colour);
  }

  set(x, y, [red, green, blue]) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 3;
    this.pixels[at] = red;
    this.pixels[at + 1] = green;
    this.pixels[at + 2] = blue;
  }

  rectangle(left, top, width, height, colour) {
    for (let y = top; y < top + height; y += 1) for (let x = left; x < left + width; x += 1) this.set(x, y, colour);
  }

  /** From one colour at the top to another at the bottom. */
  gradient(top, height, from, to) {
    for (let y = 0; y < height; y += 1) {
      const part = y / height;
      this.rectangle(0, top + y, this.width, 1, from.map((shade, index) => Math.round(shade + (to[index] - shade) * part)));
    }
  }

  /** A triangle that stands on its base. */
  gable(left, base, width, height, colour) {
    for (let y = 0; y < height; y += 1) {
      const half = Math.round((width / 2) * (1 - y / height));
      this.rectangle(left + Math.round(width / 2) - half, base - y, half * 2, 1, colour);
    }
  }

  ellipse(centreX, centreY, radiusX, radiusY, colour) {
    for (let y = -radiusY; y <= radiusY; y += 1) {
      const half = Math.round(radiusX * Math.sqrt(1 - (y / radiusY) ** 2));
      this.rectangle(centreX - half, centreY + y, half * 2, 1, colour);
    }
  }

  /** The picture as a PNG. */
  png() {
    const rows = Buffer.alloc(this.height * (this.width * 3 + 1));
    for (let y = 0; y < this.height; y += 1) {
      this.pixels.copy(rows, y * (this.width * 3 + 1) + 1, y * this.width * 3, (y + 1) * this.width * 3);
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const chunk = (kind, data) => {
      const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
      const frame = Buffer.alloc(8);
      frame.writeUInt32BE(data.length, 0);
      frame.writeUInt32BE(crc32(body), 4);
      return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
    };
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }
}

const WALLS = [
  [176, 92, 74], [214, 196, 164], [152, 104, 82], [198, 120, 92], [226, 214, 192], [134, 118, 108],
  [186, 152, 116], [206, 188, 170], [160, 82, 68], [168, 160, 150], [194, 136, 104], [142, 132, 126],
];
const SKIES = [[[150, 190, 222], [226, 236, 240]], [[172, 186, 204], [232, 228, 222]], [[120, 168, 214], [206, 226, 236]]];
const DOORS = [[38, 70, 83], [120, 40, 44], [40, 84, 60], [52, 52, 68]];
const darker = (colour, by = 0.8) => colour.map((shade) => Math.round(shade * by));

/** The front of a house, seen from the other side of the street; each number gives another one. */
export function housePhoto(number, propertyType) {
  const wall = WALLS[number % WALLS.length];
  const [above, below] = SKIES[number % SKIES.length];
  const canvas = new Canvas(above);
  canvas.gradient(0, 560, above, below);
  canvas.rectangle(0, 560, WIDTH, 40, [188, 186, 180]);
  canvas.rectangle(0, 600, WIDTH, 120, [92, 94, 98]);
  const block = ["Flat", "Apartment", "Studio", "Commercial"].includes(propertyType);
  const storeys = block ? 4 : propertyType === "HMO" ? 3 : 2;
  const height = storeys * 110 + 30;
  const [left, width] = block ? [150, 660] : [220, 520];
  const top = 560 - height;
  canvas.rectangle(left, top, width, height, wall);
  for (let y = top; y < 560; y += 11) canvas.rectangle(left, y, width, 1, darker(wall, 0.92));
  if (block) canvas.rectangle(left - 12, top - 16, width + 24, 18, darker(wall, 0.6));
  else {
    canvas.gable(left - 30, top, width + 60, 130, [86, 82, 88]);
    canvas.rectangle(left + 70, top - 130, 54, 90, darker(wall, 0.75));
  }
  const columns = block ? 5 : 4;
  const pitch = width / columns;
  const doorColumn = number % columns;
  for (let storey = 0; storey < storeys; storey += 1) {
    for (let column = 0; column < columns; column += 1) {
      const x = Math.round(left + column * pitch + pitch / 2 - 32);
      const y = top + 30 + storey * 110;
      if (storey === storeys - 1 && column === doorColumn) {
        canvas.rectangle(x - 6, y - 8, 76, 560 - y + 8, [240, 238, 232]);
        canvas.rectangle(x, y, 64, 560 - y, DOORS[number % DOORS.length]);
        continue;
      }
      const lit = (storey * 3 + column + number) % 5 === 0;
      canvas.rectangle(x - 6, y - 6, 76, 82, [240, 238, 232]);
      canvas.rectangle(x, y, 64, 70, lit ? [250, 222, 150] : [70, 92, 112]);
      canvas.rectangle(x, y + 34, 64, 4, [240, 238, 232]);
      canvas.rectangle(x + 30, y, 4, 70, [240, 238, 232]);
    }
  }
  const green = [76, 118, 82];
  for (const [x, radius] of [[70 + (number % 3) * 20, 66], [WIDTH - 90, 54]]) {
    canvas.rectangle(x - 8, 470, 16, 92, [96, 74, 58]);
    canvas.ellipse(x, 440, radius, Math.round(radius * 1.15), green);
    canvas.ellipse(x - 14, 425, Math.round(radius / 2), Math.round(radius / 2), darker(green, 1.12));
  }
  return canvas.png();
}

/** A corner of a room with stains on the wall. */
export function dampPhoto(number) {
  const canvas = new Canvas([224, 220, 210]);
  canvas.gradient(0, 600, [232, 229, 221], [206, 200, 188]);
  canvas.rectangle(WIDTH / 2 - 2, 0, 4, 600, [188, 182, 172]);
  canvas.rectangle(0, 586, WIDTH, 34, [244, 243, 239]);
  canvas.rectangle(0, 620, WIDTH, 100, [150, 116, 86]);
  // A generator of its own, so that every run draws the same stains.
  let seed = number * 7919 + 17;
  const upTo = (most) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * most);
  };
  for (let spot = 0; spot < 70; spot += 1) {
    // Thickest in the corner, and up towards the ceiling.
    const x = WIDTH / 2 + Math.round((upTo(100) + upTo(100) + upTo(100) - 150) * 1.3);
    const y = Math.round((upTo(100) * upTo(100)) / 32) + 8;
    const radius = 5 + upTo(24);
    const shade = 120 + upTo(60);
    canvas.ellipse(x, y, radius, Math.max(4, Math.round(radius * 0.75)), [shade, shade + 3, shade - 12]);
  }
  return canvas.png();
}

const escape = (text) => text.replace(/[^\x20-\x7e]/g, "-").replace(/[\\()]/g, "\\$&");

/** A signature of 400 × 200, as a data URL; each number gives another one. */
export function signature(number) {
  const pad = new Canvas([255, 255, 255], 400, 200);
  for (let x = 50; x < 350; x += 1) {
    const y = Math.round(100 + 34 * Math.sin(x / (11 + (number % 5))) + 18 * Math.cos(x / 29 + number));
    pad.rectangle(x, y, 2, 3, [0, 0, 0]);
  }
  return `data:image/png;base64,${pad.png().toString("base64")}`;
}

/** One page that says what a certificate says. */
export function certificatePdf(title, lines) {
  const text = [
    "0.12 0.23 0.29 rg 0 742 595 100 re f 1 1 1 rg",
    `BT /B 26 Tf 56 782 Td (${escape(title)}) Tj ET`,
    "0.1 0.1 0.1 rg",
    ...lines.map((line, index) => `BT /R 13 Tf 56 ${680 - index * 26} Td (${escape(line)}) Tj ET`),
    "0.5 0.5 0.5 rg BT /R 9 Tf 56 48 Td (A sample made by Lintel's demo. It attests nothing.) Tj ET",
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = file.length;
  const entries = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
