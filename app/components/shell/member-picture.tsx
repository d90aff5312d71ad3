import type { ShownMember } from "./member.ts";

/** The member's own picture, or the first letters of the name. Beside the name, so it says nothing of its own. */
export function MemberPicture({ member }: { member: Pick<ShownMember, "name" | "email" | "picture"> }) {
  if (member.picture) {
    return (
      <img src={member.picture} alt="" width={40} height={40} className="size-10 shrink-0 rounded-full object-cover" />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-100 text-small font-semibold text-primary-800"
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
