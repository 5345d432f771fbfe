-- Developers take turns with the steps after the last file of a task: each has its own order.
CREATE INDEX trans_task_turn ON trans_task (step, developer_id, step_due_at) WHERE step IN ('save', 'notify');
DROP INDEX trans_task_by_step;
