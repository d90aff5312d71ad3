import { classNames } from "../../../ui/class-names.ts";
import type { ShownMember } from "../member.ts";

type MemberPictureProps = { member: Pick<ShownMember, "name" | "email" | "picture">; size?: keyof typeof sizes };

const sizes = {
  small: [40, "size-10 text-small"],
  medium: [64, "size-16 text-h3"],
  large: [128, "size-32 text-h1"],
} as const;

/** The member's picture or initials. The name stands beside it, so it has no alternative text. */
export function MemberPicture({ member, size = "small" }: MemberPictureProps) {
  const [pixels, look] = sizes[size];
  if (member.picture) {
    return (
      <img
        src={member.picture}
        alt=""
        width={pixels}
        height={pixels}
        className={classNames("shrink-0 rounded-full object-cover", look)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "grid shrink-0 place-items-center rounded-full bg-primary-100 font-semibold text-primary-800",
        look,
      )}
    >
      {initials(member.name ?? member.email)}
    </span>
  );
}

function initials(text: string): string {
  const words = text.split(/[\s@._-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}
