WITH _1_last AS MATERIALIZED (
  SELECT f."server_id" AS "d12", f."balance_date" AS "d1", f."server_id" AS "_1_last_s1", f."currency" AS "_1_last_s2", CASE WHEN count(f."balance") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「货币余额」的主键（server_id、currency）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."balance") END AS "p62", f."balance_date" AS "_1_last_p62_at"
  FROM "balance_day" AS f
  GROUP BY 1, 2, 3, 4
),
_rows AS MATERIALIZED (
  SELECT "d12", "d1", sum("p62") AS "p62"
  FROM _1_last
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d12", sum("p62") AS "p62"
  FROM (
    SELECT "d12", NULL AS "p62"
    FROM (
      SELECT "d12"
      FROM _rows
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d12", "p62"
    FROM (
      SELECT "d12", sum("p62") AS "p62"
      FROM (
        SELECT "d12", "_1_last_s1", "_1_last_s2", arg_max("p62", "_1_last_p62_at") AS "p62"
        FROM (
          SELECT "d12", "_1_last_s1", "_1_last_s2", "_1_last_p62_at", CASE WHEN count("p62") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「货币余额」的主键（server_id、currency）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum("p62") END AS "p62"
          FROM _1_last
          GROUP BY 1, 2, 3, 4
        ) AS moments
        GROUP BY 1, 2, 3
      ) AS lasts
      GROUP BY 1
    ) AS piece2
  ) AS pieces
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d12", NULL AS "d1", (
      SELECT sum("p62") AS "p62"
      FROM (
        SELECT "_1_last_s1", "_1_last_s2", arg_max("p62", "_1_last_p62_at") AS "p62"
        FROM (
          SELECT "_1_last_s1", "_1_last_s2", "_1_last_p62_at", CASE WHEN count("p62") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「货币余额」的主键（server_id、currency）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum("p62") END AS "p62"
          FROM _1_last
          GROUP BY 1, 2, 3
        ) AS moments
        GROUP BY 1, 2
      ) AS lasts
    ) AS "p62"
  UNION ALL
  SELECT 1 AS "_level", "d12", NULL AS "d1", "p62"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d12", "d1", "p62"
  FROM _rows
)
SELECT r."d12", r."d1", r."p62", r."_level"
FROM _levels AS r
ORDER BY r."_level" = 0 DESC, r."d12" ASC NULLS LAST, r."_level" > 1, r."d1" ASC NULLS LAST
LIMIT 100002
