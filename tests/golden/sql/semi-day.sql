WITH _1_last AS MATERIALIZED (
  SELECT f."balance_date" AS "d1", f."server_id" AS "_1_last_s1", f."currency" AS "_1_last_s2", CASE WHEN count(f."balance") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「货币余额」的主键（server_id、currency）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."balance") END AS "p62", f."balance_date" AS "_1_last_p62_at"
  FROM "balance_day" AS f
  GROUP BY 1, 2, 3
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p62") AS "p62"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (
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
  SELECT 1 AS "_level", "d1", "p62"
  FROM _rows
)
SELECT r."d1", r."p62"
FROM _levels AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
