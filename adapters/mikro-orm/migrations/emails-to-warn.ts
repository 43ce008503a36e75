import { Migration } from '@mikro-orm/migrations';

/** `former_email` was the address before the last change, told of it or not: those were told long ago. */
export class EmailsToWarn extends Migration {
  override up(): void {
    this.addSql('update account set former_email = null where former_email is not null');
  }
}
