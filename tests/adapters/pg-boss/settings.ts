/** As short as pg-boss allows. */
export const quickly = { leaseSeconds: 1, pollSeconds: 0.05, scheduleSeconds: 1 } as const;

/** For what is not about leases: no job is lost because the machine is slow. */
export const patiently = { ...quickly, leaseSeconds: 60 } as const;
