ALTER TABLE "audit" VALIDATE CONSTRAINT "audit_command_id_signed_command_id_fk";
